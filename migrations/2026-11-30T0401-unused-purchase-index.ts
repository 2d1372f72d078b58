import { type Kysely, sql } from 'kysely';

// Lists of purchases are sorted by the time of sale, so no query uses this index.
const statements = ['drop index purchases_newest'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
