import type { Db } from '../db/database.ts';

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
