import { type Kysely, sql } from 'kysely';

// Set by an upgrade that costs too little to be charged, until an invoice after it is paid: the plan before the upgrade,
// whose questions to the coach the subscriber still gets, and the latest invoice at that time.
const statements = [
  `alter table subscriptions
     add column free_upgrade_from text check (free_upgrade_from in ('silver', 'gold', 'diamond')),
     add column free_upgrade_invoice_id text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
