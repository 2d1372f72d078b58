import { type Kysely, sql } from 'kysely';

const statements = [
  // Emails to everybody about a changed legal text, and how far they have gone out.
  `create table legal_notices (
    id uuid primary key default gen_random_uuid(),
    document text not null check (document in ('terms', 'privacy', 'both')),
    summary text not null check (length(summary) between 1 and 2000),
    effective_on date not null,
    recipients integer not null,
    emailed integer not null default 0,
    last_user_id uuid,
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create index legal_notices_created_by on legal_notices (created_by)`,
  `create unique index legal_notices_unfinished on legal_notices ((true)) where finished_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
