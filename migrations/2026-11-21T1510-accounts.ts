import { type Kysely, sql } from 'kysely';

// Passwords of admins that the strict policy refuses, what the nightly look at stored files found, and
// no gate for live sessions, which the academy does not hold.
const statements = [
  `alter table users add column password_refused_at timestamptz`,

  `create table file_checks (
    id smallint primary key default 1 check (id = 1),
    checked_at timestamptz not null,
    files integer not null check (files >= 0),
    erased integer not null check (erased >= 0),
    withheld integer not null check (withheld >= 0),
    erasing_allowed_at timestamptz
  )`,
  `create table missing_files (
    upload_id uuid primary key references uploads (id) on delete cascade,
    found_at timestamptz not null default now()
  )`,

  `delete from settings where key = 'kycGate' and value = '"live_sessions"'::jsonb`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
