import { type Kysely, sql } from 'kysely';

// When a user downgrades a subscription that was set to end, its cancellation is reverted first. Until the downgrade is
// known to be scheduled at Stripe, `unscheduled_plan` contains the lower plan.
const statements = [
  `alter table subscriptions
     add column unscheduled_plan text check (unscheduled_plan in ('silver', 'gold', 'diamond'))`,
  `create index subscriptions_unscheduled on subscriptions (id) where unscheduled_plan is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
