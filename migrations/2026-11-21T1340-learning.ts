import { type Kysely, sql } from 'kysely';

// Notes, goals in the person's own days, the record of opened files, what the bell
// tells, and full text search. SQL is the common subset of Postgres 15 to 18.
const statements = [
  // An IANA name as the browser tells it; null counts days in UTC.
  `alter table users add column time_zone text check (char_length(time_zone) <= 64)`,

  // Up to when this person's time was counted: reports cannot bring more than the clock has moved since.
  `alter table user_progress add column credited_until timestamptz`,
  `create index user_progress_recent on user_progress (user_id, updated_at desc)`,

  // Whole seconds, of which actual_study_time are the whole minutes.
  `alter table daily_goals add column study_seconds integer not null default 0 check (study_seconds >= 0)`,
  `update daily_goals set study_seconds = actual_study_time * 60`,
  `alter table daily_goals add column mood smallint check (mood between 1 and 5)`,
  `alter table daily_goals add column completed_forced boolean`,

  // The film of a session as a file of ours, and its captions (WebVTT).
  `alter table products
    add column video_upload_id uuid references uploads (id) on delete set null,
    add column captions_upload_id uuid references uploads (id) on delete set null`,
  `create index products_video on products (video_upload_id)`,
  `create index products_captions on products (captions_upload_id)`,

  `create table session_notes (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    session_id integer not null references products (id) on delete cascade,
    at_seconds integer check (at_seconds >= 0),
    text text not null check (char_length(text) between 1 and 5000),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index session_notes_user on session_notes (user_id, session_id, created_at)`,
  `create index session_notes_session on session_notes (session_id)`,
  `create index session_notes_text on session_notes using gin (to_tsvector('english', text))`,

  // One row an opening. The thing's name is kept, because products may be deleted.
  `create table file_accesses (
    id bigint generated always as identity primary key,
    user_id uuid not null references users (id) on delete cascade,
    kind text not null check (kind in ('product', 'plan', 'session_video', 'captions')),
    product_id integer references products (id) on delete set null,
    pdf_number integer check (pdf_number between 1 and 10),
    upload_id uuid references uploads (id) on delete set null,
    title text not null,
    content_type text not null,
    ip_prefix text,
    opened_at timestamptz not null default now()
  )`,
  `create index file_accesses_user on file_accesses (user_id, opened_at desc)`,
  `create index file_accesses_product on file_accesses (product_id)`,
  `create index file_accesses_upload on file_accesses (upload_id, user_id, opened_at desc)`,
  `create index file_accesses_opened on file_accesses (opened_at)`,

  `create table notifications (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users (id) on delete cascade,
    kind text not null,
    title text not null check (char_length(title) between 1 and 200),
    body text not null default '' check (char_length(body) <= 1000),
    path text check (path like '/%' and path not like '//%'),
    dedupe_key text not null,
    read_at timestamptz,
    created_at timestamptz not null default now(),
    unique (user_id, dedupe_key)
  )`,
  `create index notifications_user on notifications (user_id, created_at desc)`,
  `create index notifications_unread on notifications (user_id) where read_at is null`,
  `create index notifications_created on notifications (created_at)`,

  `create index analytics_events_occurred on analytics_events (occurred_at)`,

  // What everybody may read of a product apart from its text, which is found only by those who may open it.
  `create index products_about on products using gin (to_tsvector('english', title || ' ' || description))`,
  `create index products_content on products
     using gin (to_tsvector('english', left(coalesce(content, ''), 100000)))`,
  `create index coaching_pdfs_about on coaching_pdfs
     using gin (to_tsvector('english', title || ' ' || description))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
