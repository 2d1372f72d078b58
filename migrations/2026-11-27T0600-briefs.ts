import { type Kysely, sql } from 'kysely';

// A brief is what a coach can read about a student. The student chooses which of its parts are shown; without a row, the
// defaults in src/shared/coaching/brief.ts apply. The index finds the students whom a coach has answered.
const statements = [
  `create table brief_shares (
    student_id uuid primary key references users (id) on delete cascade,
    goals boolean not null,
    study boolean not null,
    finished boolean not null,
    leaks boolean not null,
    questions boolean not null,
    hands boolean not null,
    results boolean not null,
    updated_at timestamptz not null
  )`,
  `create index coach_answers_students on coach_answers (created_by, created_at desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
