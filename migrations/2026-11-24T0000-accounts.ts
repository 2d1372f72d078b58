import { type Kysely, sql } from 'kysely';

// Accounts, authentication and privacy. The SQL runs on Postgres 15 to 18.
const statements = [
  // Substring search over names and emails. If the extension is not installed, or the database role may not create it,
  // searches in the admin list scan the index of its sort order instead.
  `do $$ begin
     create extension if not exists pg_trgm;
   exception when insufficient_privilege or undefined_file or feature_not_supported then
     raise notice 'pg_trgm is not available: the searches of names do without their indexes';
   end $$`,

  // A deleted account keeps its row, anonymized, because purchases refer to it. `password_refused_at`: when the
  // password of an admin or coach was found at login to violate the password policy.
  `create table users (
    id uuid primary key default gen_random_uuid(),
    email text not null check (char_length(email) between 3 and 254),
    password_hash text not null,
    password_refused_at timestamptz,
    first_name text not null check (char_length(first_name) <= 100),
    last_name text not null check (char_length(last_name) <= 100),
    profile_image_url text,
    role text not null default 'user' check (role in ('user', 'admin')),
    kyc_status text not null default 'pending' check (kyc_status in ('pending', 'approved', 'rejected', 'requires_review')),
    date_of_birth date,
    phone_number text,
    address text,
    city text,
    state text,
    country text,
    postal_code text,
    -- The IANA name reported by the browser; null counts days in UTC.
    time_zone text check (char_length(time_zone) <= 64),
    stripe_customer_id text unique,
    -- The email address last sent to Stripe. A job sends the account's email address if it differs.
    stripe_customer_email text,
    email_verified_at timestamptz,
    two_factor_enabled_at timestamptz,
    last_seen_at timestamptz,
    suspended_at timestamptz,
    deletion_due_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index users_email_unique on users (lower(email))`,
  // The sort orders of the admin list of users, and its filters in the default sort order; the id breaks ties.
  `create index users_newest on users (created_at desc, id desc) where deleted_at is null`,
  `create index users_by_name on users (lower(first_name || ' ' || last_name), id) where deleted_at is null`,
  `create index users_by_last_seen on users (coalesce(last_seen_at, created_at) desc, id desc)
     where deleted_at is null`,
  `create index users_by_kyc_status on users (kyc_status, created_at desc, id desc) where deleted_at is null`,
  `create index users_newest_admins on users (created_at desc, id desc) where role = 'admin' and deleted_at is null`,
  `create index users_suspended on users (created_at desc, id desc)
     where suspended_at is not null and deleted_at is null`,
  `create index users_newest_leaving on users (created_at desc, id desc)
     where deletion_due_at is not null and deleted_at is null`,
  `do $$ begin
     if exists (select 1 from pg_extension where extname = 'pg_trgm') then
       create index users_words on users
         using gin (lower(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops) where deleted_at is null;
     end if;
   end $$`,
  // The dashboard's counts scan only these indexes, not the table.
  `create index users_by_standing on users (kyc_status, role) where deleted_at is null`,
  `create index users_registered on users (created_at)`,
  // Users that the dashboard's counts exclude.
  `create index users_admins on users (id) where role = 'admin'`,
  `create index users_deleted on users (id) where deleted_at is not null`,
  // Queried by jobs.
  `create index users_leaving on users (deletion_due_at) where deletion_due_at is not null`,
  `create index users_customer_email_changed on users (id)
    where stripe_customer_id is not null and deleted_at is null and stripe_customer_email is distinct from email`,

  `create table user_notes (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    author_id uuid references users (id) on delete set null,
    text text not null check (char_length(text) between 1 and 2000),
    created_at timestamptz not null default now()
  )`,
  `create index user_notes_user on user_notes (user_id, created_at desc)`,
  `create index user_notes_author on user_notes (author_id)`,

  // Which admin impersonated which student, and why.
  `create table account_views (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    admin_id uuid references users (id) on delete set null,
    reason text not null,
    started_at timestamptz not null,
    ends_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index account_views_of_user on account_views (user_id, started_at desc)`,
  `create index account_views_admin on account_views (admin_id)`,

  // The primary key is the hash of the session id in the cookie, and never leaves the server. `id` identifies a session
  // in lists and in requests to end it.
  `create table sessions (
    sid text primary key,
    id uuid not null default gen_random_uuid(),
    sess jsonb not null,
    expire timestamptz not null,
    user_id uuid not null references users (id) on delete cascade,
    viewing_id uuid references account_views (id) on delete set null,
    confirmed_at timestamptz,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now()
  )`,
  `create unique index sessions_id on sessions (id)`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expire on sessions (expire)`,
  `create index sessions_viewing on sessions (viewing_id)`,

  // Links in account emails: only a hash of the token is stored, so that a leaked table contains no usable link.
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

  // The academy's own keys, such as the key of its keyed hashes (HMAC), encrypted with ENCRYPTION_KEY.
  `create table sealed_secrets (
    name text primary key,
    sealed text not null,
    created_at timestamptz not null default now()
  )`,

  `create table two_factor_secrets (
    user_id uuid primary key references users (id) on delete cascade,
    sealed text not null,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
    -- The last used time step. Each code works once: only later steps are accepted.
    last_used_step bigint
  )`,

  `create table recovery_codes (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    code_hash text not null,
    created_at timestamptz not null default now(),
    used_at timestamptz,
    unique (user_id, code_hash)
  )`,

  `create table sign_in_challenges (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    token_hash text not null unique,
    attempts smallint not null default 0 check (attempts between 0 and 5),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index sign_in_challenges_user on sign_in_challenges (user_id)`,
  `create index sign_in_challenges_expiry on sign_in_challenges (expires_at)`,

  `create table sign_ins (
    id bigint generated always as identity primary key,
    user_id uuid references users (id) on delete cascade,
    at timestamptz not null default now(),
    outcome text not null check (outcome in
      ('signed_in', 'registered', 'wrong_password', 'wrong_code', 'refused', 'unknown_account')),
    method text check (method in ('password', 'totp', 'recovery_code')),
    user_agent text,
    ip text
  )`,
  `create index sign_ins_user on sign_ins (user_id, at desc, id desc)`,
  `create index sign_ins_at on sign_ins (at)`,
  `create index sign_ins_with_ip on sign_ins (at) where ip is not null`,

  // `family` is the browser and operating system that the user agent names.
  `create table known_devices (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    token_hash text not null,
    family text not null,
    ip_prefix text not null,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    unique (user_id, token_hash)
  )`,
  `create index known_devices_place on known_devices (user_id, family, ip_prefix)`,
  `create index known_devices_last_seen on known_devices (last_seen_at)`,

  // Attempt counters expire within an hour, and each login writes several of them. In an unlogged table, these writes
  // do not wait for the disk. A crash of Postgres clears them, a clean restart does not. The columns are those of
  // rate-limiter-flexible.
  `create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
  `create index rate_limits_expire on rate_limits (expire)`,
  // Counters that must survive a crash, such as those of two-factor codes and reset links.
  `create table lasting_rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
  `create index lasting_rate_limits_expire on lasting_rate_limits (expire)`,

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
  `create index consents_addresses on consents (given_at) where ip is not null`,

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
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
