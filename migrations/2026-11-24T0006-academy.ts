import { type Kysely, sql } from 'kysely';

// Academy-wide data: settings, records, versions of public content. The SQL runs on Postgres 15 to 18.
const statements = [
  `create table settings (
    key text primary key,
    value jsonb not null,
    updated_by uuid references users (id) on delete set null,
    updated_at timestamptz not null default now()
  )`,
  `create index settings_updated_by on settings (updated_by)`,

  // Settings and facts, such as the prices of plans, that an admin has confirmed. `point` is one of
  // `confirmationPoints`.
  `create table owner_confirmations (
    point text primary key,
    confirmed_by uuid references users (id) on delete set null,
    confirmed_at timestamptz not null default now()
  )`,
  `create index owner_confirmations_confirmed_by on owner_confirmations (confirmed_by)`,

  // Has no foreign keys, so that entries outlive the rows they refer to.
  `create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    actor_id uuid,
    action text not null,
    subject_type text not null,
    subject_id text not null,
    about_user_id uuid,
    ip text,
    request_id text,
    details jsonb not null default '{}'::jsonb
  )`,
  `create index audit_log_subject on audit_log (subject_type, subject_id, at desc)`,
  `create index audit_log_subject_id on audit_log (subject_id, id desc)`,
  `create index audit_log_actor on audit_log (actor_id, at desc)`,
  `create index audit_log_actor_newest on audit_log (actor_id, id desc)`,
  `create index audit_log_action on audit_log (action text_pattern_ops, id desc)`,
  `create index audit_log_about_newest on audit_log (about_user_id, id desc) where about_user_id is not null`,
  `create index audit_log_addresses on audit_log (at) where ip is not null`,
  // Entries cannot be updated or deleted, with one exception: the IP address is cleared when its retention ends.
  `create function audit_log_is_append_only() returns trigger language plpgsql as $$
     begin
       if tg_op = 'UPDATE' and new.ip is null and to_jsonb(new) - 'ip' = to_jsonb(old) - 'ip' then
         return new;
       end if;
       raise exception 'audit_log is append-only';
     end $$`,
  `create trigger audit_log_append_only before update or delete on audit_log
     for each row execute function audit_log_is_append_only()`,

  `create table analytics_events (
    id bigint generated always as identity primary key,
    event_name text not null,
    user_id uuid references users (id) on delete set null,
    session_id text,
    properties jsonb not null default '{}'::jsonb,
    occurred_at timestamptz not null default now()
  )`,
  `create index analytics_events_name on analytics_events (event_name, occurred_at)`,
  `create index analytics_events_user on analytics_events (user_id)`,
  `create index analytics_events_occurred on analytics_events (occurred_at)`,

  // The version of each table with public content. Every write to the table replaces its version. Before a server uses
  // its cache of a table, it compares the versions, so that it never serves outdated content.
  `create table content_versions (
    kind text primary key,
    -- Random, so that a restored backup never repeats a version that a running server has cached.
    version uuid not null default gen_random_uuid()
  )`,
  `create function content_changed() returns trigger language plpgsql as $$
     begin
       update content_versions set version = gen_random_uuid() where kind = tg_argv[0];
       return null;
     end $$`,
  ...['products', 'plans', 'coaching_pdfs', 'settings'].flatMap((table) => [
    `insert into content_versions (kind) values ('${table}')`,
    `create trigger ${table}_content after insert or update or delete or truncate on ${table}
       for each statement execute function content_changed('${table}')`,
  ]),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
