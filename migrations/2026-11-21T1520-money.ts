import { type Kysely, sql } from 'kysely';

const statements = [
  // A bank that wants to hear from the cardholder: another word than a declined card.
  `alter table subscriptions
     add column needs_confirmation boolean not null default false,
     add column announced_price_cents integer check (announced_price_cents > 0),
     add column price_announced_at timestamptz,
     add constraint subscriptions_announcement
       check ((announced_price_cents is null) = (price_announced_at is null))`,
  // The job that puts announced prices into force looks for these alone.
  `create index subscriptions_announced on subscriptions (current_period_end) where announced_price_cents is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
