import { type Kysely, sql } from 'kysely';

// Tasks that coaches set for their students.
const statements = [
  `create table homework (
    -- Chosen by the coach's browser, so that a repeated request does not set the task twice.
    id uuid primary key,
    student_id uuid not null references users (id) on delete cascade,
    coach_id uuid references users (id) on delete set null,
    text text not null check (char_length(text) between 1 and 2000),
    -- A session, coaching plan, product, deck or hand.
    material jsonb,
    due_on date,
    done_at timestamptz,
    created_at timestamptz not null
  )`,
  `create index homework_student on homework (student_id, created_at desc)`,
  `create index homework_coach on homework (coach_id)`,
  `alter table brief_shares add column homework boolean not null default true`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
