import { type Kysely, sql } from 'kysely';

// Ranges of the academy and of students, their versions, and what students missed in the trainer.
const statements = [
  `create table ranges (
    id uuid primary key default gen_random_uuid(),
    -- Null: the academy's.
    owner_id uuid references users (id) on delete cascade,
    name text not null check (char_length(name) between 1 and 80),
    situation text not null default '' check (char_length(situation) <= 160),
    -- Changes that are not published yet; null if there are none.
    draft jsonb,
    -- The number of the newest version; 0 before the first.
    version integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index ranges_owner on ranges (owner_id, created_at)`,
  `create table range_versions (
    range_id uuid not null references ranges (id) on delete cascade,
    version integer not null check (version >= 1),
    cells jsonb not null,
    note text not null default '' check (char_length(note) <= 200),
    created_at timestamptz not null,
    primary key (range_id, version)
  )`,
  // The version that a student trained last, and how often the student was asked and was right, in all versions.
  `create table range_progress (
    user_id uuid not null references users (id) on delete cascade,
    range_id uuid not null references ranges (id) on delete cascade,
    version integer not null,
    asked integer not null default 0,
    correct integer not null default 0,
    trained_at timestamptz not null,
    primary key (user_id, range_id)
  )`,
  `create index range_progress_range on range_progress (range_id)`,
  // Cells that a student answered incorrectly; each correct answer subtracts one from `misses`.
  `create table range_misses (
    user_id uuid not null references users (id) on delete cascade,
    range_id uuid not null references ranges (id) on delete cascade,
    cell smallint not null check (cell between 0 and 168),
    misses smallint not null,
    last_missed_at timestamptz not null,
    primary key (user_id, range_id, cell)
  )`,
  `create index range_misses_range on range_misses (range_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
