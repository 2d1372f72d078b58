import { type Kysely, sql } from 'kysely';

// Whether a schedule that was made at Stripe may change or end a subscription. Its price is then not announced.
const statements = [
  'alter table subscriptions add column has_foreign_schedule boolean not null default false',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
