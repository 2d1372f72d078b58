import { type Kysely, sql } from 'kysely';

// A student's answers to the questions after the first login. A row without answers means that the student skipped the
// questions.
const statements = [
  `create table study_profiles (
    user_id uuid primary key references users (id) on delete cascade,
    game text check (game in ('cash', 'tournaments', 'both')),
    stakes text check (stakes in ('play', 'micro', 'small', 'higher')),
    aim text check (aim in ('fundamentals', 'postflop', 'discipline', 'advanced')),
    weekly_hours smallint check (weekly_hours between 1 and 80),
    updated_at timestamptz not null default now()
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
