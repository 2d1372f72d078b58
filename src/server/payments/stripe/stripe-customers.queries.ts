import type { Db, Trx } from '../../db/database.ts';

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

/** Notes the customer unless another call was first. */
export async function storeCustomerId(db: Db, userId: string, customerId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ stripe_customer_id: customerId })
    .where('id', '=', userId)
    .where('stripe_customer_id', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function forgetCustomerId(db: Db, userId: string, customerId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ stripe_customer_id: null })
    .where('id', '=', userId)
    .where('stripe_customer_id', '=', customerId)
    .execute();
}

/** Every customer that was ever somebody's: a new one is made when one was deleted at Stripe. */
export async function findCustomersOf(trx: Trx, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('stripe_customer_id as id')
    .where('id', '=', userId)
    .union(trx.selectFrom('subscriptions').select('customer_id as id').where('user_id', '=', userId))
    .union(trx.selectFrom('subscription_checkouts').select('customer_id as id').where('user_id', '=', userId))
    .execute();
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}
