import { type Kysely, sql } from 'kysely';

// The reason for delivering a purchase on hold is stored with the purchase and erased with the account, not in the audit
// log, which cannot be changed. The names of evidence files are erased with the account, too.
const statements = [
  `alter table purchases add column delivery_note text check (char_length(delivery_note) <= 500)`,
  `alter table billing_disputes alter column evidence_files drop not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
