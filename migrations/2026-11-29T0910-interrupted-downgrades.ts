import { type Kysely, sql } from 'kysely';

// The plan of a downgrade that reverted a cancellation and is not known to be scheduled yet.
const statements = [
  `alter table subscriptions
     add column unscheduled_plan text check (unscheduled_plan in ('silver', 'gold', 'diamond'))`,
  `create index subscriptions_unscheduled on subscriptions (id) where unscheduled_plan is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
