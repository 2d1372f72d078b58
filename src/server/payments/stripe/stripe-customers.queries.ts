import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

/** A user's email address and Stripe customer, if any; undefined for a deleted account. */
export async function findCustomer(
  db: Db,
  userId: string,
): Promise<{ email: string; customerId: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['email', 'stripe_customer_id as customerId'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Stores the customer unless the user has one or the account was deleted. */
export async function storeCustomerId(
  db: Db,
  userId: string,
  customer: { id: string; email: string | null },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ stripe_customer_id: customer.id, stripe_customer_email: customer.email })
    .where('id', '=', userId)
    .where('stripe_customer_id', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function clearCustomerId(db: Db, userId: string, customerId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ stripe_customer_id: null, stripe_customer_email: null })
    .where('id', '=', userId)
    .where('stripe_customer_id', '=', customerId)
    .execute();
}

export async function findUserOfCustomer(db: Db, customerId: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('stripe_customer_id', '=', customerId)
    .executeTakeFirst();
  return user?.id;
}

/** Users whose Stripe customer has an outdated email address. */
export async function findChangedEmails(
  db: Db,
  limit: number,
): Promise<{ id: string; email: string; customerId: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'stripe_customer_id as customerId'])
    .where('stripe_customer_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`stripe_customer_email is distinct from email`)
    .$narrowType<{ customerId: string }>()
    .limit(limit)
    .execute();
}

/** Stores the email address that was sent to Stripe. */
export async function storeCustomerEmail(
  db: Db,
  customer: { userId: string; customerId: string; email: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ stripe_customer_email: customer.email })
    .where('id', '=', customer.userId)
    .where('stripe_customer_id', '=', customer.customerId)
    .execute();
}

/** Every Stripe customer stored for a user: one for subscriptions, and one that Stripe created for each purchase. */
export async function findCustomersOf(trx: Trx, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('stripe_customer_id as id')
    .where('id', '=', userId)
    .union(trx.selectFrom('subscriptions').select('customer_id as id').where('user_id', '=', userId))
    .union(trx.selectFrom('subscription_checkouts').select('customer_id as id').where('user_id', '=', userId))
    .union(trx.selectFrom('purchases').select('customer_id as id').where('user_id', '=', userId))
    .execute();
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}
