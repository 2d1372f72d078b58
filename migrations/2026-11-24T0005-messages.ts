import { type Kysely, sql } from 'kysely';

// Emails, notifications, the contact form and the banner. The SQL runs on Postgres 15 to 18.
const statements = [
  // An email is stored in the transaction of the event that it reports, and sent afterwards. `dedupe_key` prevents a
  // second email about the same event.
  `create table mail_messages (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    user_id uuid references users (id) on delete cascade,
    to_address text not null,
    subject text not null,
    body_text text not null,
    body_html text,
    dedupe_key text not null unique,
    status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
    attempts integer not null default 0,
    last_error text,
    created_at timestamptz not null default now(),
    sent_at timestamptz
  )`,
  `create index mail_messages_user on mail_messages (user_id)`,
  `create index mail_messages_newest on mail_messages (created_at desc)`,
  `create index mail_messages_failed on mail_messages (created_at desc) where status = 'failed'`,
  `create index mail_messages_unsent on mail_messages (created_at) where status <> 'sent'`,

  // Each user's choice of optional emails.
  `create table mail_preferences (
    user_id uuid not null references users (id) on delete cascade,
    kind text not null,
    enabled boolean not null,
    updated_at timestamptz not null default now(),
    primary key (user_id, kind)
  )`,

  `create table notifications (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    kind text not null,
    title text not null check (char_length(title) between 1 and 200),
    body text not null default '' check (char_length(body) <= 1000),
    -- A path on this site, never another site.
    path text check (path like '/%' and path not like '//%'),
    dedupe_key text not null,
    read_at timestamptz,
    created_at timestamptz not null default now(),
    unique (user_id, dedupe_key)
  )`,
  `create index notifications_user on notifications (user_id, created_at desc)`,
  `create index notifications_unread on notifications (user_id) where read_at is null`,
  `create index notifications_created on notifications (created_at)`,

  // Messages of the form at /#contact. Privacy requests are due within one month.
  `create table contact_messages (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references users (id) on delete set null,
    name text not null,
    email text not null,
    topic text not null check (topic in ('general', 'billing', 'privacy', 'technical')),
    message text not null check (char_length(message) between 1 and 4000),
    due_at timestamptz,
    handled_at timestamptz,
    handled_by uuid references users (id) on delete set null,
    created_at timestamptz not null default now()
  )`,
  `create index contact_messages_user on contact_messages (user_id)`,
  `create index contact_messages_open on contact_messages (created_at) where handled_at is null`,
  `create index contact_messages_handled_by on contact_messages (handled_by)`,
  `create index contact_messages_newest on contact_messages (created_at desc, id desc)`,

  // One banner at a time: the constraint rejects overlapping time ranges.
  `create table announcements (
    id uuid primary key default gen_random_uuid(),
    message text not null,
    link_path text,
    link_label text,
    tone text not null check (tone in ('info', 'warning', 'danger')),
    audience text not null check (audience in ('everyone', 'signed_in')),
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    version integer not null default 1,
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint announcements_ends_later check (ends_at > starts_at),
    constraint announcements_whole_link check ((link_path is null) = (link_label is null)),
    constraint announcements_one_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&)
  )`,
  `create index announcements_created_by on announcements (created_by)`,

  // Emails to all users about a changed legal text. They are queued in the order of the users' ids. `emailed` is the
  // number of emails that are queued already, and `last_user_id` the last user who gets one of them.
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
  // Only one notice is sent at a time.
  `create unique index legal_notices_unfinished on legal_notices ((true)) where finished_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
