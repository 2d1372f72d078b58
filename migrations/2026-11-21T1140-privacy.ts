import { type Kysely, sql } from 'kysely';

// The log of consents, the copies of their data that people ask for, and accounts on their way out.
const statements = [
  `create table consents (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    kind text not null check (kind in ('terms', 'privacy', 'withdrawal_waiver', 'marketing')),
    version text not null,
    statement text not null,
    given_at timestamptz not null default now(),
    ip text
  )`,
  `create index consents_user on consents (user_id, given_at desc)`,

  `create table data_exports (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    status text not null default 'requested' check (status in ('requested', 'ready', 'failed', 'expired')),
    size_bytes bigint check (size_bytes > 0),
    requested_at timestamptz not null default now(),
    ready_at timestamptz,
    expires_at timestamptz,
    check (status <> 'ready' or (ready_at is not null and expires_at is not null and size_bytes is not null))
  )`,
  `create index data_exports_user on data_exports (user_id, requested_at desc)`,
  `create index data_exports_ready on data_exports (expires_at) where status = 'ready'`,

  `create table account_deletions (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    requested_at timestamptz not null default now(),
    due_at timestamptz not null,
    undo_token_hash text not null unique,
    undone_at timestamptz,
    done_at timestamptz,
    check (due_at > requested_at),
    check (undone_at is null or done_at is null)
  )`,
  `create index account_deletions_user on account_deletions (user_id)`,
  `create unique index account_deletions_one_open on account_deletions (user_id)
     where undone_at is null and done_at is null`,
  `create index account_deletions_due on account_deletions (due_at) where undone_at is null and done_at is null`,
  `alter table users add column deletion_due_at timestamptz`,

  // The history of one thing, newest first.
  `create index audit_log_subject_id on audit_log (subject_id, id desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
