import { type Kysely, sql } from 'kysely';

// A key may consist of a prefix and an email address of up to 254 characters, too long for the previous varchar(255).
const statements = [
  `alter table rate_limits alter column key type text`,
  `alter table lasting_rate_limits alter column key type text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
