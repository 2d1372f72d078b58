import { type Kysely, sql } from 'kysely';

// Questions about a decision of a hand, the coaches who answer them, and what entitles a student to ask.
const statements = [
  `create table coaches (
    user_id uuid primary key references users (id) on delete cascade,
    display_name text not null check (char_length(display_name) between 1 and 60),
    about text not null default '' check (char_length(about) <= 600),
    active boolean not null default true,
    -- How many questions the coach can answer in a week.
    weekly_capacity smallint not null default 20 check (weekly_capacity between 1 and 500),
    granted_by uuid references users (id) on delete set null,
    created_at timestamptz not null
  )`,
  `create index coaches_granted_by on coaches (granted_by)`,

  // A decision of a hand.
  `create table spots (
    id uuid primary key default gen_random_uuid(),
    hand_id uuid not null references hands (id) on delete cascade,
    at_action smallint not null check (at_action between 0 and 400),
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null,
    unique (hand_id, at_action)
  )`,
  `create index spots_created_by on spots (created_by)`,

  `create table questions (
    id uuid primary key default gen_random_uuid(),
    student_id uuid not null references users (id) on delete cascade,
    -- Null after the student deleted the hand.
    hand_id uuid references hands (id) on delete set null,
    spot_id uuid references spots (id) on delete set null,
    street text not null check (street in ('preflop', 'flop', 'turn', 'river')),
    status text not null check (status in ('queued', 'claimed', 'answered', 'reopened', 'returned', 'withdrawn')),
    thought text not null check (char_length(thought) between 20 and 2000),
    question text not null default '' check (char_length(question) <= 1000),
    leak text,
    -- Whether the academy may use the hand in its library, without naming the student.
    allow_library boolean not null default false,
    show_stakes boolean not null default false,
    queued_at timestamptz not null,
    due_at timestamptz not null,
    claimed_by uuid references users (id) on delete set null,
    claimed_at timestamptz,
    answered_at timestamptz,
    -- The student may ask one follow-up question, whose answer has its own due time.
    reopened_at timestamptz,
    follow_up text check (char_length(follow_up) between 10 and 1000),
    returned_at timestamptz,
    return_reason text,
    return_text text check (char_length(return_text) <= 1000),
    -- When the student was told that the answer is late.
    late_told_at timestamptz,
    -- When the student asked to see the answer, and what they chose before.
    revealed_at timestamptz,
    tried text check (char_length(tried) <= 60),
    helpful smallint check (helpful between 1 and 3)
  )`,
  `create unique index questions_one_open on questions (spot_id) where status in ('queued', 'claimed', 'reopened')`,
  `create index questions_student on questions (student_id, queued_at desc, id desc)`,
  `create index questions_hand on questions (hand_id)`,
  `create index questions_spot on questions (spot_id)`,
  `create index questions_claimed_by on questions (claimed_by)`,
  `create index questions_open on questions (due_at, id) where status in ('queued', 'claimed', 'reopened')`,

  `create table coach_answers (
    id uuid primary key default gen_random_uuid(),
    question_id uuid not null references questions (id) on delete cascade,
    -- 1: the answer; 2: the answer to the follow-up question.
    round smallint not null check (round in (1, 2)),
    reason text not null check (char_length(reason) between 1 and 8000),
    options jsonb not null,
    comments jsonb not null,
    leak text,
    place jsonb,
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null,
    unique (question_id, round)
  )`,
  `create index coach_answers_author on coach_answers (created_by)`,
  `create index coach_answers_leak on coach_answers (leak, created_at desc)`,

  // Sentences that a coach uses often.
  `create table coach_phrases (
    id uuid primary key default gen_random_uuid(),
    coach_id uuid not null references users (id) on delete cascade,
    text text not null check (char_length(text) between 1 and 1000),
    created_at timestamptz not null
  )`,
  `create index coach_phrases_coach on coach_phrases (coach_id, created_at)`,

  // A ledger: one row for each question that a student may ask.
  `create table question_credits (
    id uuid primary key default gen_random_uuid(),
    student_id uuid not null references users (id) on delete cascade,
    source text not null check (source in ('plan', 'product', 'welcome', 'grant', 'returned')),
    -- The month, the purchase, the grant or the question that it comes from; 'verified' for a verified email.
    source_key text not null,
    number smallint not null check (number >= 1),
    valid_from timestamptz not null,
    -- Null: it does not expire.
    expires_at timestamptz,
    question_id uuid unique references questions (id) on delete cascade,
    -- Set while the purchase that it comes from gives no access.
    voided_at timestamptz,
    granted_by uuid references users (id) on delete set null,
    grant_reason text check (char_length(grant_reason) <= 500),
    created_at timestamptz not null,
    unique (student_id, source, source_key, number)
  )`,
  `create index question_credits_unspent on question_credits (student_id, expires_at) where question_id is null`,
  `create index question_credits_granted_by on question_credits (granted_by)`,

  `alter table products add column question_credits smallint not null default 0
     check (question_credits between 0 and 20)`,
  // How many questions the purchase includes. The product may include a different number later.
  `alter table purchases add column question_credits smallint not null default 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
