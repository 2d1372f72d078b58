import { type Kysely, sql } from 'kysely';

// When the audit log is filtered by day, this index finds its entries, newest first.
const statements = [`create index audit_log_newest on audit_log (at desc, id desc)`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
