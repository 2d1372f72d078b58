import { type Kysely, sql } from 'kysely';

// When a purchase that was on hold was delivered. The question credits that it includes expire a fixed time after that.
const statements = ['alter table purchases add column delivered_at timestamptz'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
