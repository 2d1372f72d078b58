import { type Kysely, sql } from 'kysely';

// Admins decide about a payment for a membership that had already ended.
const statements = [
  `alter table admin_tasks drop constraint admin_tasks_kind_check`,
  `alter table admin_tasks add constraint admin_tasks_kind_check
     check (kind in ('refunded_at_stripe', 'fraud_warning', 'paid_after_end')) not valid`,
  `alter table admin_tasks validate constraint admin_tasks_kind_check`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
