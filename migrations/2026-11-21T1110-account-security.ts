import { type Kysely, sql } from 'kysely';

// Links in account mails: only a hash of the token is kept, so that a leaked table opens nothing.
const statements = [
  `create table account_tokens (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    purpose text not null check (purpose in ('verify_email', 'reset_password')),
    token_hash text not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index account_tokens_user on account_tokens (user_id, purpose, created_at desc)`,
  `create index account_tokens_expiry on account_tokens (expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
