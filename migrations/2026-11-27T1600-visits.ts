import { type Kysely, sql } from 'kysely';

// How many visits began on each day (UTC). Nothing about the visitors is stored.
const statement = `create table visits (
  day date primary key,
  count bigint not null
)`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
