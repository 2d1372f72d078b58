import { type Kysely, sql } from 'kysely';

// Learning progress, and the record of opened files. The SQL runs on Postgres 15 to 18.
const statements = [
  `create table user_progress (
    user_id uuid not null references users (id) on delete cascade,
    session_id integer not null references products (id) on delete cascade,
    status text not null check (status in ('in_progress', 'completed')),
    started_at timestamptz not null default now(),
    completed_at timestamptz,
    time_spent integer not null default 0 check (time_spent >= 0),
    -- Study before this time was counted. The next report of study cannot add more than the time elapsed since.
    credited_until timestamptz,
    position_seconds integer not null default 0 check (position_seconds >= 0),
    notes text,
    rating integer check (rating between 1 and 5),
    updated_at timestamptz not null default now(),
    primary key (user_id, session_id)
  )`,
  `create index user_progress_session on user_progress (session_id)`,
  `create index user_progress_recent on user_progress (user_id, updated_at desc)`,

  // A day in the user's own time zone.
  `create table daily_goals (
    user_id uuid not null references users (id) on delete cascade,
    date date not null,
    study_time_goal integer check (study_time_goal >= 0),
    -- Whole minutes of study_seconds.
    actual_study_time integer not null default 0 check (actual_study_time >= 0),
    study_seconds integer not null default 0 check (study_seconds >= 0),
    sessions_completed integer not null default 0 check (sessions_completed >= 0),
    hands_played integer check (hands_played >= 0),
    win_loss_cents bigint,
    mood smallint check (mood between 1 and 5),
    notes text,
    completed boolean not null default false,
    completed_forced boolean,
    updated_at timestamptz not null default now(),
    primary key (user_id, date)
  )`,

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

  // The last page that a user read, of a product's PDF or of a coaching plan.
  `create table reading_positions (
    id bigint generated always as identity primary key,
    user_id uuid not null references users (id) on delete cascade,
    product_id integer references products (id) on delete cascade,
    pdf_number integer check (pdf_number between 1 and 10),
    page integer not null check (page >= 1),
    page_count integer not null check (page_count >= page),
    updated_at timestamptz not null default now(),
    check (num_nonnulls(product_id, pdf_number) = 1),
    unique nulls not distinct (user_id, product_id, pdf_number)
  )`,
  `create index reading_positions_recent on reading_positions (user_id, updated_at desc)`,
  `create index reading_positions_product on reading_positions (product_id)`,

  // A bookmark in a session has no page. A bookmark in a product's PDF or in a coaching plan has a page.
  `create table bookmarks (
    id bigint generated always as identity primary key,
    user_id uuid not null references users (id) on delete cascade,
    product_id integer references products (id) on delete cascade,
    pdf_number integer check (pdf_number between 1 and 10),
    page integer check (page >= 1),
    created_at timestamptz not null default now(),
    check (num_nonnulls(product_id, pdf_number) = 1),
    check (pdf_number is null or page is not null),
    unique nulls not distinct (user_id, product_id, pdf_number, page)
  )`,
  `create index bookmarks_newest on bookmarks (user_id, created_at desc)`,
  `create index bookmarks_product on bookmarks (product_id)`,

  // One row per access. The item's name is stored, because products may be deleted.
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

  // The cached stamped PDFs of each buyer.
  `create table stamped_files (
    user_id uuid not null references users (id) on delete cascade,
    upload_id uuid not null references uploads (id) on delete cascade,
    -- A hash of the facts in the stamp. A copy with another hash is outdated.
    mark text not null check (mark ~ '^[0-9a-f]{64}$'),
    size_bytes bigint not null,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    primary key (user_id, upload_id)
  )`,
  `create index stamped_files_upload on stamped_files (upload_id)`,
  `create index stamped_files_used on stamped_files (used_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
