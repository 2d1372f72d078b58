import { type Kysely, sql } from 'kysely';

const statements = [
  // Payments of others on the same Stripe account whose refunds and disputes Stripe lists with ours: they are not asked
  // for again. The id is that of a payment intent, or of a charge without one.
  `create table foreign_payments (
    id text primary key,
    seen_at timestamptz not null
  )`,
  `create index foreign_payments_seen on foreign_payments (seen_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
