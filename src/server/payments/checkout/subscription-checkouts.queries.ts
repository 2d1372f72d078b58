import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type {
  SubscriptionCheckoutRow,
  SubscriptionCheckoutsTable,
} from '../../platform/db/tables/plan-tables.ts';
import type { SessionToStore } from '../ledger/purchases.queries.ts';

export async function findCheckout(db: Db | Trx, id: string): Promise<SubscriptionCheckoutRow | undefined> {
  return db.selectFrom('subscription_checkouts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findCheckoutBySession(
  db: Db,
  sessionId: string,
): Promise<SubscriptionCheckoutRow | undefined> {
  return db
    .selectFrom('subscription_checkouts')
    .selectAll()
    .where('checkout_session_id', '=', sessionId)
    .executeTakeFirst();
}

export async function findOpenCheckout(
  db: Db | Trx,
  userId: string,
): Promise<SubscriptionCheckoutRow | undefined> {
  return db
    .selectFrom('subscription_checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

export async function insertCheckout(
  trx: Trx,
  checkout: Insertable<SubscriptionCheckoutsTable>,
): Promise<SubscriptionCheckoutRow> {
  return trx.insertInto('subscription_checkouts').values(checkout).returningAll().executeTakeFirstOrThrow();
}

/** Inserts a checkout that is missing after a backup was restored. Does nothing if the checkout exists. */
export async function insertLostCheckout(
  trx: Trx,
  checkout: Insertable<SubscriptionCheckoutsTable>,
): Promise<void> {
  await trx
    .insertInto('subscription_checkouts')
    .values(checkout)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Stores the Checkout Session and its discount in a checkout that is open and has no other session.
 * @returns false if the checkout is not open or has another session
 */
export async function storeSubscriptionSession(
  db: Db,
  id: string,
  session: Omit<SessionToStore, 'paymentIntentId'>,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('subscription_checkouts')
    .set({
      checkout_session_id: session.id,
      checkout_url: session.url,
      checkout_expires_at: session.expiresAt,
      discount_cents: session.discountCents,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('checkout_session_id', 'is', null), eb('checkout_session_id', '=', session.id)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** open → ended. Other states are not changed. */
export async function endCheckout(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('subscription_checkouts')
    .set({ status: 'ended', checkout_url: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** open → ended, unless a session is stored already. */
export async function endUnopenedCheckout(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('subscription_checkouts')
    .set({ status: 'ended', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('checkout_session_id', 'is', null)
    .execute();
}

/** Ends open checkouts that never got a session. @returns the number of checkouts ended */
export async function endAbandonedCheckouts(db: Db, createdBefore: Date, now: Date): Promise<number> {
  const result = await db
    .updateTable('subscription_checkouts')
    .set({ status: 'ended', updated_at: now })
    .where('status', '=', 'open')
    .where('checkout_session_id', 'is', null)
    .where('created_at', '<', createdBefore.toISOString())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Stores the subscription of an open checkout whose first payment has not arrived. */
export async function storeUnpaidSubscription(db: Db, id: string, subscriptionId: string): Promise<void> {
  await db
    .updateTable('subscription_checkouts')
    .set({ subscription_id: subscriptionId })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** Any other state → completed. @returns false if it was completed already */
export async function completeCheckout(
  trx: Trx,
  id: string,
  paid: { sessionId: string; subscriptionId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('subscription_checkouts')
    .set({
      status: 'completed',
      checkout_session_id: paid.sessionId,
      subscription_id: paid.subscriptionId,
      checkout_url: null,
      updated_at: paid.now,
    })
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Open checkouts with a session, those least recently read from Stripe first. `touchCheckout` moves a checkout to the
 * end of this list.
 */
export async function findCheckoutsToReconcile(
  db: Db,
  bounds: { createdBefore: Date; readBefore: Date; limit: number },
): Promise<SubscriptionCheckoutRow[]> {
  return db
    .selectFrom('subscription_checkouts')
    .selectAll()
    .where('status', '=', 'open')
    .where('checkout_session_id', 'is not', null)
    .where('created_at', '<', bounds.createdBefore.toISOString())
    .where('updated_at', '<', bounds.readBefore.toISOString())
    .orderBy('updated_at')
    .limit(bounds.limit)
    .execute();
}

export async function touchCheckout(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('subscription_checkouts')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}
