import { type Kysely, sql } from 'kysely';

// Reasons that admins type about a payment. They are stored with it and erased with the account, not in the audit log,
// which cannot be changed.
const statements = [
  `alter table purchases add column delivery_note text check (char_length(delivery_note) <= 500)`,
  `alter table billing_disputes alter column evidence_files drop not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
