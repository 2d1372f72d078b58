import { type Kysely, sql } from 'kysely';

// When an email failed, so that a bulk action of an admin leaves out emails that failed after the list was loaded.
const statements = ['alter table mail_messages add column failed_at timestamptz'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
