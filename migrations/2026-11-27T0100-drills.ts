import { type Kysely, sql } from 'kysely';

// Decks of drills, the answers of students, and when each drill is due again.
const statements = [
  `create table decks (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('session', 'product', 'plan', 'coach', 'mine')),
    product_id integer unique references products (id) on delete cascade,
    pdf_number smallint unique check (pdf_number between 1 and 10),
    owner_id uuid unique references users (id) on delete cascade,
    title text not null check (char_length(title) between 1 and 120),
    -- Part of the URL that is printed on a stamped PDF.
    code text not null unique check (code ~ '^[a-z2-9]{8}$'),
    sort smallint not null default 0,
    published_at timestamptz,
    created_at timestamptz not null,
    check ((kind in ('session', 'product')) = (product_id is not null)),
    check ((kind = 'plan') = (pdf_number is not null)),
    check ((kind = 'mine') = (owner_id is not null))
  )`,

  `create table drills (
    id uuid primary key default gen_random_uuid(),
    deck_id uuid not null references decks (id) on delete cascade,
    kind text not null check (kind in ('decision', 'odds', 'range', 'choice')),
    -- The stored hand that it was made from; deleting the hand deletes the drill.
    hand_id uuid references hands (id) on delete cascade,
    question_id uuid references questions (id) on delete cascade,
    -- Meant for a link to one of the academy's ranges; not used yet.
    range_id uuid,
    leak text,
    -- The session, coaching plan or PDF that teaches the subject.
    place jsonb,
    sort smallint not null default 0,
    -- The newest version.
    version smallint not null default 1,
    archived_at timestamptz,
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null,
    unique (deck_id, question_id)
  )`,
  `create index drills_deck on drills (deck_id, sort, created_at, id)`,
  `create index drills_hand on drills (hand_id)`,
  `create index drills_question on drills (question_id)`,
  `create index drills_created_by on drills (created_by)`,
  `create index drills_newest on drills (created_at desc, id desc)`,

  // An answer is scored against the version that the student saw.
  `create table drill_versions (
    drill_id uuid not null references drills (id) on delete cascade,
    version smallint not null check (version >= 1),
    prompt text not null check (char_length(prompt) between 1 and 1000),
    body jsonb not null,
    options jsonb not null,
    reason text not null check (char_length(reason) between 1 and 8000),
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null,
    primary key (drill_id, version)
  )`,
  `create index drill_versions_created_by on drill_versions (created_by)`,

  `create table deck_students (
    user_id uuid not null references users (id) on delete cascade,
    deck_id uuid not null references decks (id) on delete cascade,
    added_at timestamptz not null,
    paused_at timestamptz,
    primary key (user_id, deck_id)
  )`,
  `create index deck_students_deck on deck_students (deck_id)`,

  // Append-only, except that the last answer can be taken back or rated as easy.
  `create table drill_tries (
    -- Chosen by the client, so that sending an answer twice stores it once.
    id uuid not null,
    user_id uuid not null references users (id) on delete cascade,
    drill_id uuid not null references drills (id) on delete cascade,
    version smallint not null,
    -- The number of the option, or the number that was typed.
    chosen smallint not null check (chosen between 0 and 1000),
    score smallint not null check (score between 0 and 100),
    rating smallint not null check (rating between 1 and 4),
    leak text,
    took_ms integer not null check (took_ms between 0 and 120000),
    at timestamptz not null,
    -- In the student's time zone.
    day date not null,
    -- When the drill was due before this answer.
    due_was date,
    -- The chance of remembering at which the drill returns, in percent.
    retention smallint not null check (retention between 80 and 95),
    taken_back_at timestamptz,
    primary key (user_id, id)
  )`,
  `create index drill_tries_drill on drill_tries (drill_id, version)`,
  `create index drill_tries_of_drill on drill_tries (user_id, drill_id, at)`,
  `create index drill_tries_leak on drill_tries (user_id, leak, at desc)`,
  `create index drill_tries_day on drill_tries (user_id, day)`,

  // The state of each drill in FSRS, a spaced-repetition algorithm. Derived from the user's tries.
  `create table drill_states (
    user_id uuid not null references users (id) on delete cascade,
    drill_id uuid not null references drills (id) on delete cascade,
    due_on date not null,
    stability double precision not null,
    difficulty double precision not null,
    reps smallint not null,
    -- How often the student forgot the drill.
    lapses smallint not null,
    last_on date,
    last_rating smallint,
    -- Not asked on this day.
    buried_on date,
    primary key (user_id, drill_id)
  )`,
  `create index drill_states_drill on drill_states (drill_id)`,
  `create index drill_states_due on drill_states (user_id, due_on)`,

  // Students' reports that a drill is unclear.
  `create table drill_reports (
    user_id uuid not null references users (id) on delete cascade,
    drill_id uuid not null references drills (id) on delete cascade,
    version smallint not null,
    created_at timestamptz not null,
    primary key (user_id, drill_id, version)
  )`,
  `create index drill_reports_drill on drill_reports (drill_id, version)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
