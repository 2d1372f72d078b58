import { type Kysely, sql } from 'kysely';

// A failed email that an admin dismissed is no longer listed or counted.
const statements = ['alter table mail_messages add column dismissed_at timestamptz'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
