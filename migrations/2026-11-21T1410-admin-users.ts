import { type Kysely, sql } from 'kysely';

// The list of users with its search, notes about a person, single products that were given.
// SQL is the common subset of Postgres 15 to 18.
const statements = [
  `alter table users add column last_seen_at timestamptz`,
  `update users set last_seen_at = seen.at
     from (select user_id, max(last_seen_at) as at from sessions group by user_id) seen
     where seen.user_id = users.id`,
  // One index for each order of the list; the id makes each place in it unique.
  `create index users_by_name on users (lower(first_name || ' ' || last_name), id) where deleted_at is null`,
  `create index users_by_last_seen on users (coalesce(last_seen_at, created_at) desc, id desc)
     where deleted_at is null`,
  `create index users_admins on users (id) where role = 'admin'`,
  `create index users_suspended on users (created_at desc, id desc)
     where suspended_at is not null and deleted_at is null`,

  `create index users_leaving on users (deletion_due_at) where deletion_due_at is not null`,

  // Half a name or address anywhere in the text. The extension belongs to every Postgres distribution; where an account
  // may not create it, the search works as well, along the index of the list's order.
  `do $$ begin
     create extension if not exists pg_trgm;
   exception when insufficient_privilege or undefined_file or feature_not_supported then
     raise notice 'pg_trgm is not available: the search of users does without its index';
   end $$`,
  `do $$ begin
     if exists (select 1 from pg_extension where extname = 'pg_trgm') then
       create index users_words on users
         using gin (lower(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops) where deleted_at is null;
     end if;
   end $$`,

  `create table user_notes (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    author_id uuid references users (id) on delete set null,
    text text not null check (char_length(text) between 1 and 2000),
    created_at timestamptz not null default now()
  )`,
  `create index user_notes_user on user_notes (user_id, created_at desc)`,
  `create index user_notes_author on user_notes (author_id)`,

  `alter table purchases
     add column granted_by uuid references users (id) on delete set null,
     add column grant_reason text,
     add column revoke_reason text`,
  `create index purchases_granted_by on purchases (granted_by)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
