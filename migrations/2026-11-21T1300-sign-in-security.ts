import { type Kysely, sql } from 'kysely';

// Sessions with a public id, the history of sign-ins, known devices, and the second factor.
const statements = [
  // What lists show and end; the primary key is the hash of what the cookie holds and never leaves.
  `alter table sessions
     add column id uuid not null default gen_random_uuid(),
     add column confirmed_at timestamptz`,
  `create unique index sessions_id on sessions (id)`,

  `create table two_factor_secrets (
    user_id uuid primary key references users (id) on delete cascade,
    sealed text not null,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
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
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
