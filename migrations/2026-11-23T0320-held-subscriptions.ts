import { type Kysely, sql } from 'kysely';

const statements = [
  // Since when its price at Stripe names no plan of ours: an admin has to look.
  `alter table subscriptions add column held_at timestamptz`,
  `create index subscriptions_held on subscriptions (held_at) where held_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
