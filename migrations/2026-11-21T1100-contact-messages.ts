import { type Kysely, sql } from 'kysely';

// What people send through the form at `/#contact`. Privacy requests are answered within one month.
const statements = [
  `create table contact_messages (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references users (id) on delete set null,
    name text not null,
    email text not null,
    topic text not null check (topic in ('general', 'billing', 'privacy', 'technical')),
    message text not null check (char_length(message) between 1 and 4000),
    due_at timestamptz,
    handled_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index contact_messages_user on contact_messages (user_id)`,
  `create index contact_messages_open on contact_messages (created_at) where handled_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
