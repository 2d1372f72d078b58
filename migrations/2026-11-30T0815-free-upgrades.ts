import { type Kysely, sql } from 'kysely';

// Both columns are set by an upgrade to a plan that costs more, and cleared when a later invoice is paid.
// `free_upgrade_from` is the plan before the upgrade: the subscriber gets that plan's number of questions to the coach
// until the column is cleared. `free_upgrade_invoice_id` is the latest invoice at the time of the upgrade.
const statements = [
  `alter table subscriptions
     add column free_upgrade_from text check (free_upgrade_from in ('silver', 'gold', 'diamond')),
     add column free_upgrade_invoice_id text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
