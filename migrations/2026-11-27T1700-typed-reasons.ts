import { type Kysely, sql } from 'kysely';

// What admins type about a payment stays with it, where it is erased with the account; the audit log cannot be changed.
const statements = [
  `alter table purchases add column delivery_note text check (char_length(delivery_note) <= 500)`,
  `alter table billing_disputes alter column evidence_files drop not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
