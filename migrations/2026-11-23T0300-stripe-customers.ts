import { type Kysely, sql } from 'kysely';

const statements = [
  // The address that the customer at Stripe was given last: what differs from it is told.
  `alter table users add column stripe_customer_email text`,
  `create index users_customer_email_changed on users (id)
    where stripe_customer_id is not null and deleted_at is null and stripe_customer_email is distinct from email`,

  // The customer that Stripe made of the buyer, to be deleted there with the account.
  `alter table purchases add column customer_id text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
