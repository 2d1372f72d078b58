import { type Kysely, sql } from 'kysely';

// What an admin wrote to the bank, so that it can be read after it was sent.
const statement = `alter table billing_disputes add column evidence_statement text`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
