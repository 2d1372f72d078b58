import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isBehind, type TimePosition } from '../../platform/db/paging.ts';
import { isOnHold, isOwned } from '../../platform/db/product-ownership.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { hasNothingToOpen } from '../ledger/purchases.queries.ts';
import { buyerColumns } from '../ledger/recipients.queries.ts';

export type OnHoldRow = Awaited<ReturnType<typeof findPurchasesOnHold>>[number];

/**
 * Paid purchases that wait for an admin, longest waiting first. A purchase on hold has the status `failed` and a
 * `held_reason`. `sorted_at` is its `updated_at` in full precision, for the cursor. `is_owned`: the buyer owns the
 * product through another purchase.
 */
export async function findPurchasesOnHold(
  db: Db,
  {
    paymentId,
    after,
    limit,
  }: { paymentId?: string | undefined; after?: TimePosition | undefined; limit: number },
) {
  return db
    .selectFrom('purchases')
    .leftJoin('users', 'users.id', 'purchases.user_id')
    .leftJoin('billing_payments', 'billing_payments.purchase_id', 'purchases.id')
    .selectAll('purchases')
    .select([
      ...buyerColumns,
      'billing_payments.id as payment_id',
      sql<string>`purchases.updated_at::text`.as('sorted_at'),
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('purchases as other')
            .select('other.id')
            .whereRef('other.user_id', '=', 'purchases.user_id')
            .whereRef('other.product_id', '=', 'purchases.product_id')
            .where(isOwned('other')),
        )
        .$castTo<boolean>()
        .as('is_owned'),
    )
    .where(isOnHold('purchases'))
    .$if(paymentId !== undefined, (held) => held.where('billing_payments.id', '=', paymentId ?? ''))
    .where(isBehind({ at: 'purchases.updated_at', id: 'purchases.id' }, '>', after))
    .orderBy('purchases.updated_at')
    .orderBy('purchases.id')
    .limit(limit)
    .execute();
}

/** On hold → completed, at the amount and the time of the payment. */
export async function markOnHoldDelivered(
  trx: Trx,
  id: string,
  { note, amountCents, paidAt }: { note: string; amountCents: number; paidAt: string | Date },
  now: Date,
): Promise<PurchaseRow> {
  return trx
    .updateTable('purchases')
    .set({
      status: 'completed',
      held_reason: null,
      delivery_note: note,
      delivered_at: now,
      amount_cents: amountCents,
      // `purchased_at` is null if an earlier version of the server put the purchase on hold.
      purchased_at: sql`coalesce(purchased_at, ${paidAt})`,
      updated_at: now,
      awaits_content: hasNothingToOpen,
    })
    .where('id', '=', id)
    .where(isOnHold('purchases'))
    .returningAll()
    .executeTakeFirstOrThrow();
}
