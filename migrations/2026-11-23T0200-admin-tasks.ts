import { type Kysely, sql } from 'kysely';

const statements = [
  // What Stripe tells of a payment and only a person can decide. The same object at Stripe raises it once.
  `create table admin_tasks (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('refunded_at_stripe', 'fraud_warning')),
    payment_id uuid not null references billing_payments (id) on delete cascade,
    source text not null constraint admin_tasks_source unique,
    created_at timestamptz not null default now(),
    done_at timestamptz,
    done_by uuid references users (id) on delete set null,
    decision text check (decision in ('end_plan', 'done')),
    check ((done_at is null) = (decision is null))
  )`,
  `create index admin_tasks_open on admin_tasks (created_at desc) where done_at is null`,
  `create index admin_tasks_payment on admin_tasks (payment_id)`,
  `create index admin_tasks_done_by on admin_tasks (done_by)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
