import { type Kysely, sql } from 'kysely';

// Allows uploads of files for the evidence that an admin sends in a dispute, and adds a column for the names of the
// files that were sent.
const statements = [
  `alter table uploads drop constraint uploads_purpose_check`,
  `alter table uploads add constraint uploads_purpose_check
     check (purpose in ('registration', 'kyc', 'product', 'session_video', 'captions', 'picture', 'dispute_evidence'))
     not valid`,
  `alter table uploads validate constraint uploads_purpose_check`,
  `alter table billing_disputes add column evidence_files text[] not null default '{}'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
