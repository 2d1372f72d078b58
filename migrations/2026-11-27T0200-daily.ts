import { type Kysely, sql } from 'kysely';

// The hand of the day: each day has one decision of a hand (a spot). Visitors and students choose an option.
const statements = [
  `create table daily_spots (
    id uuid primary key default gen_random_uuid(),
    -- Deferred, so that two planned hands can swap their days.
    day date not null unique deferrable initially deferred,
    spot_id uuid not null references spots (id) on delete cascade,
    question text not null check (char_length(question) between 1 and 160),
    options jsonb not null,
    reason text not null check (char_length(reason) between 1 and 4000),
    leak text,
    -- The session that teaches the subject of the decision.
    product_id integer references products (id) on delete set null,
    -- The salt of visitor_key in this day's answers; null after the day has ended.
    visitor_salt uuid default gen_random_uuid(),
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index daily_spots_spot on daily_spots (spot_id)`,
  `create index daily_spots_product on daily_spots (product_id)`,
  `create index daily_spots_created_by on daily_spots (created_by)`,

  `create table daily_answers (
    id uuid primary key default gen_random_uuid(),
    daily_id uuid not null references daily_spots (id) on delete cascade,
    user_id uuid references users (id) on delete set null,
    -- Salted hashes of the IP address and the browser; null for users, and for visitors a day after their answer.
    visitor_key text,
    choice smallint not null check (choice between 0 and 4),
    created_at timestamptz not null,
    unique (daily_id, user_id),
    unique (daily_id, visitor_key)
  )`,
  `create index daily_answers_user on daily_answers (user_id)`,
  `create index daily_answers_keyed on daily_answers (created_at) where visitor_key is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
