import { type Kysely, sql } from 'kysely';

// The order of the audit log when it is filtered by day.
const statements = [`create index audit_log_newest on audit_log (at desc, id desc)`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
