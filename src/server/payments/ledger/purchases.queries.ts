import { type InferResult, type Insertable, sql } from 'kysely';
import type { ProductType } from '../../../shared/enums.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isOnHold, isOwned } from '../../platform/db/product-ownership.ts';
import type { PurchaseRow, PurchasesTable } from '../../platform/db/tables/shop-tables.ts';
import { buyerColumns } from './recipients.queries.ts';

export type BuyerRow = NonNullable<Awaited<ReturnType<typeof lockBuyer>>>;

/**
 * Locks the buyer, so that the payments of a user are processed one at a time. The lock is weaker than `for update`, so
 * that inserts of rows that refer to the user do not wait.
 */
export async function lockBuyer(trx: Trx, userId: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'time_zone', 'deleted_at', 'deletion_due_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function findPurchase(db: Db | Trx, id: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockPurchase(trx: Trx, id: string): Promise<PurchaseRow | undefined> {
  return trx.selectFrom('purchases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findPurchaseBySession(db: Db, sessionId: string): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('checkout_session_id', '=', sessionId)
    .executeTakeFirst();
}

export async function findPendingPurchase(
  db: Db | Trx,
  userId: string,
  productId: number,
): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

/**
 * Whether the user owns the product. A disputed purchase counts, because its product cannot be bought again yet.
 * @param exceptId - a purchase that does not count
 */
export async function userOwnsProduct(
  db: Db | Trx,
  userId: string,
  productId: number,
  exceptId: string | null = null,
): Promise<boolean> {
  const row = await db
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where(isOwned('purchases'))
    .where('id', 'is distinct from', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the user has paid for the product, and an admin has neither delivered nor refunded it yet. */
export async function hasPurchaseOnHold(trx: Trx, userId: string, productId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where(isOnHold('purchases'))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPurchase(trx: Trx, purchase: Insertable<PurchasesTable>): Promise<PurchaseRow> {
  return trx.insertInto('purchases').values(purchase).returningAll().executeTakeFirstOrThrow();
}

/** Inserts a purchase that is missing after a backup was restored. Does nothing if the purchase exists. */
export async function insertLostPurchase(trx: Trx, purchase: Insertable<PurchasesTable>): Promise<void> {
  await trx
    .insertInto('purchases')
    .values(purchase)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * The product with this id and type that was created before the given time, even if it is archived now. A product that
 * was created later is another one, because product ids are reused after a backup was restored.
 */
export async function findSoldProduct(
  trx: Trx,
  sold: { id: number; type: ProductType; createdBefore: Date },
): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('products')
    .select('id')
    .where('id', '=', sold.id)
    .where('type', '=', sold.type)
    .where('created_at', '<', sold.createdBefore.toISOString())
    .executeTakeFirst();
}

export type SessionToStore = {
  id: string;
  url: string;
  discountCents: number;
  expiresAt: Date;
  paymentIntentId: string | null;
};

/**
 * Stores the checkout session and Stripe's discount on a purchase that is pending and has no other session.
 * @returns false if the purchase is not pending or has another session
 */
export async function storeCheckoutSession(
  db: Db,
  id: string,
  session: SessionToStore,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('purchases')
    .set({
      checkout_session_id: session.id,
      checkout_url: session.url,
      checkout_expires_at: session.expiresAt,
      payment_intent_id: session.paymentIntentId,
      amount_cents: sql<number>`amount_cents + discount_cents - ${session.discountCents}::integer`,
      discount_cents: session.discountCents,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('checkout_session_id', 'is', null), eb('checkout_session_id', '=', session.id)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** pending → failed. Other states are not changed. @returns false if it was not pending */
export async function failPendingPurchase(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('purchases')
    .set({ status: 'failed', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** pending → failed, unless a checkout session is stored already. */
export async function failUnopenedPurchase(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ status: 'failed', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('checkout_session_id', 'is', null)
    .execute();
}

/** Stores the Stripe customer on a purchase that has none, whether it is paid or not. */
export async function storeCustomerOf(db: Db, purchaseId: string, customerId: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ customer_id: customerId })
    .where('id', '=', purchaseId)
    .where('customer_id', 'is', null)
    .execute();
}

type Settlement = { sessionId: string; paymentIntentId: string | null; paidAt: Date; now: Date };

export async function markPurchaseCompleted(
  trx: Trx,
  id: string,
  settlement: Settlement,
): Promise<PurchaseRow> {
  return trx
    .updateTable('purchases')
    .set({
      status: 'completed',
      checkout_session_id: settlement.sessionId,
      payment_intent_id: settlement.paymentIntentId,
      // A purchase whose row was lost and rebuilt from Stripe can already have its time of payment.
      purchased_at: sql`coalesce(purchased_at, ${settlement.paidAt})`,
      updated_at: settlement.now,
      awaits_content: hasNothingToOpen,
    })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'failed'])
    .where('held_reason', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether the product of the updated purchase has no content yet. */
export const hasNothingToOpen = sql<boolean>`exists (
  select 1 from products where products.id = purchases.product_id and not products.is_ready
)`;

export async function putPurchaseOnHold(
  trx: Trx,
  id: string,
  settlement: Settlement & { reason: string },
): Promise<PurchaseRow> {
  return trx
    .updateTable('purchases')
    .set({
      status: 'failed',
      held_reason: settlement.reason,
      checkout_session_id: settlement.sessionId,
      payment_intent_id: settlement.paymentIntentId,
      purchased_at: sql`coalesce(purchased_at, ${settlement.paidAt})`,
      updated_at: settlement.now,
    })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'failed'])
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The columns of a product from which the key of its purchase, such as `pdf-3`, is built. */
export type PurchaseKeyRow = { type: ProductType; id: number; productNumber: number };

export async function findPurchaseKeyRow(db: Db, productId: number): Promise<PurchaseKeyRow | undefined> {
  return db
    .selectFrom('products')
    .select(['type', 'id', 'product_number as productNumber'])
    .where('id', '=', productId)
    .executeTakeFirst();
}

/**
 * Pending purchases with a checkout session, those least recently read from Stripe first. `touchPurchase` moves a
 * purchase to the end.
 */
export async function findPurchasesToReconcile(
  db: Db,
  bounds: { createdBefore: Date; readBefore: Date; limit: number },
): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('status', '=', 'pending')
    .where('checkout_session_id', 'is not', null)
    .where('created_at', '<', bounds.createdBefore.toISOString())
    .where('updated_at', '<', bounds.readBefore.toISOString())
    .orderBy('updated_at')
    .limit(bounds.limit)
    .execute();
}

export async function touchPurchase(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/** Pending purchases that never got a checkout session become failed. @returns the number of these purchases */
export async function failAbandonedPurchases(db: Db, createdBefore: Date, now: Date): Promise<number> {
  const result = await db
    .updateTable('purchases')
    .set({ status: 'failed', updated_at: now })
    .where('status', '=', 'pending')
    .where('checkout_session_id', 'is', null)
    .where('created_at', '<', createdBefore.toISOString())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export type AdminPurchaseRow = InferResult<ReturnType<typeof purchasesForAdmin>>[number];

/** All purchases, joined with buyer, current product and payment. */
export function joinedPurchases(db: Db) {
  return db
    .selectFrom('purchases')
    .leftJoin('users', 'users.id', 'purchases.user_id')
    .leftJoin('products', 'products.id', 'purchases.product_id')
    .leftJoin('billing_payments', 'billing_payments.purchase_id', 'purchases.id');
}

/**
 * `joinedPurchases`, also joined with the promotion code, with the columns that admins see. The columns `actual_…`
 * describe the product as it is now. It may have changed after the purchase.
 */
export function purchasesForAdmin(db: Db) {
  return joinedPurchases(db)
    .leftJoin('promotion_codes', 'promotion_codes.id', 'purchases.promotion_code_id')
    .selectAll('purchases')
    .select([
      ...buyerColumns,
      'products.type as actual_type',
      'products.product_number as actual_number',
      'products.title as actual_title',
      'products.price_cents as actual_price_cents',
      'products.is_free as actual_is_free',
      'billing_payments.id as payment_id',
      'billing_payments.status as payment_status',
      'billing_payments.amount_cents as paid_cents',
      'billing_payments.returned_cents',
      'billing_payments.tax_cents',
      'promotion_codes.code as promotion_code',
    ]);
}

export async function findPurchasesByIds(db: Db, ids: readonly string[]): Promise<AdminPurchaseRow[]> {
  if (ids.length === 0) return [];
  return purchasesForAdmin(db).where('purchases.id', 'in', ids).execute();
}
