import { type Kysely, sql } from 'kysely';

// The columns store when the academy learned from Stripe that the bank has the evidence for a dispute, who sent the
// evidence, and when an unfinished attempt to send it began.
const statements = [
  `alter table billing_disputes
     add column evidence_sent_at timestamptz,
     add column evidence_sent_by uuid references users (id) on delete set null,
     add column evidence_started_at timestamptz`,
  `create index billing_disputes_evidence_sent_by on billing_disputes (evidence_sent_by)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
