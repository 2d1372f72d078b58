import { type Kysely, sql } from 'kysely';

// Deleting a hand deletes its drills. The answers to these drills stay, without their drill, because the days of
// study and the streak count the answers.
const statements = [
  `alter table drill_tries
     alter column drill_id drop not null,
     drop constraint drill_tries_drill_id_fkey`,
  `alter table drill_tries
     add constraint drill_tries_drill_id_fkey foreign key (drill_id) references drills (id) on delete set null not valid`,
  `alter table drill_tries validate constraint drill_tries_drill_id_fkey`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
