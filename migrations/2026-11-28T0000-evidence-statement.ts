import { type Kysely, sql } from 'kysely';

// The statement that an admin wrote to the bank. It is stored, so that admins can read it after it was sent.
const statement = `alter table billing_disputes add column evidence_statement text`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
