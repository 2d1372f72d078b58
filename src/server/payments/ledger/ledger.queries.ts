import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { nameColumns } from '../../platform/db/name-columns.ts';
import { isOnHold } from '../../platform/db/product-ownership.ts';
import type {
  BillingDisputeRow,
  BillingPaymentRow,
  BillingPaymentsTable,
} from '../../platform/db/tables/payment-tables.ts';
import { lockBuyer } from './purchases.queries.ts';
import { type BuyerColumns, buyerColumns } from './recipients.queries.ts';

export async function findPayment(db: Db | Trx, id: string): Promise<BillingPaymentRow | undefined> {
  return db.selectFrom('billing_payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockPayment(trx: Trx, id: string): Promise<BillingPaymentRow | undefined> {
  return trx.selectFrom('billing_payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the payer, then the payment: account erasure locks in the same order. */
export async function lockPayerAndPayment(trx: Trx, id: string): Promise<BillingPaymentRow | undefined> {
  const known = await findPayment(trx, id);
  if (!known) return undefined;
  if (known.user_id !== null) await lockBuyer(trx, known.user_id);
  return lockPayment(trx, id);
}

/** Finds the payment with this payment intent or, if there is none, the payment with this charge. */
export async function findPaymentByStripeIds(
  db: Db | Trx,
  ids: { paymentIntentId: string | null; chargeId: string | null },
): Promise<BillingPaymentRow | undefined> {
  const { paymentIntentId, chargeId } = ids;
  if (paymentIntentId !== null) {
    const found = await db
      .selectFrom('billing_payments')
      .selectAll()
      .where('payment_intent_id', '=', paymentIntentId)
      .executeTakeFirst();
    if (found) return found;
  }
  if (chargeId === null) return undefined;
  return db.selectFrom('billing_payments').selectAll().where('charge_id', '=', chargeId).executeTakeFirst();
}

export async function findPurchasePayment(
  db: Db | Trx,
  purchaseId: string,
): Promise<BillingPaymentRow | undefined> {
  return db
    .selectFrom('billing_payments')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirst();
}

/**
 * Whether the user has ever paid for this product, including refunded purchases. A purchase that was put on hold and
 * never delivered does not count.
 */
export async function hasPaidForProduct(trx: Trx, userId: string, productId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('billing_payments')
    .innerJoin('purchases', 'purchases.id', 'billing_payments.purchase_id')
    .select('billing_payments.id')
    .where('billing_payments.user_id', '=', userId)
    .where('purchases.product_id', '=', productId)
    .where('purchases.held_reason', 'is', null)
    .where('billing_payments.status', '!=', 'failed')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the user paid a subscription invoice of more than $0 before the time `before` (ISO 8601). Ignores the invoice
 * `exceptInvoiceId`. Compares the times of payment, because invoices may be recorded in another order.
 */
export async function hasPaidForSubscription(
  trx: Trx,
  userId: string,
  { exceptInvoiceId, before }: { exceptInvoiceId: string; before: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('billing_payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('stripe_invoice_id', 'is not', null)
    .where('stripe_invoice_id', '!=', exceptInvoiceId)
    .where('status', '!=', 'failed')
    .where('amount_cents', '>', 0)
    .where('paid_at', '<', before)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts the payment of a purchase, with the promotion code that reduced its price. Does nothing if it exists. */
export async function insertPurchasePayment(
  trx: Trx,
  payment: Omit<Insertable<BillingPaymentsTable>, 'promotion_code'>,
  promotionCodeId: string | null,
): Promise<void> {
  await trx
    .insertInto('billing_payments')
    .values((eb) => ({
      ...payment,
      promotion_code:
        promotionCodeId === null
          ? null
          : eb.selectFrom('promotion_codes').select('code').where('id', '=', promotionCodeId),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Inserts or updates the payment of an invoice. Its status can change from failed to paid, never back, and unknown
 * values do not overwrite known ones.
 */
export async function upsertInvoicePayment(
  trx: Trx,
  payment: Insertable<BillingPaymentsTable>,
): Promise<BillingPaymentRow> {
  return trx
    .insertInto('billing_payments')
    .values(payment)
    .onConflict((conflict) =>
      conflict.column('stripe_invoice_id').doUpdateSet((eb) => {
        const isPaying = eb.and([
          eb('billing_payments.status', '=', 'failed'),
          eb('excluded.status', '=', 'paid'),
        ]);
        const whenPaying = <
          C extends
            | 'status'
            | 'amount_cents'
            | 'tax_cents'
            | 'discount_cents'
            | 'promotion_code'
            | 'paid_at'
            | 'is_first_payment',
        >(
          column: C,
        ) =>
          eb
            .case()
            .when(isPaying)
            .then(eb.ref(`excluded.${column}`))
            .else(eb.ref(`billing_payments.${column}`))
            .end();
        const newIfKnown = <
          C extends
            | 'payment_intent_id'
            | 'charge_id'
            | 'receipt_url'
            | 'invoice_pdf_url'
            | 'statement_descriptor'
            | 'subscription_id'
            | 'covers_plan'
            | 'covers_until',
        >(
          column: C,
        ) => eb.fn.coalesce(eb.ref(`excluded.${column}`), eb.ref(`billing_payments.${column}`));
        return {
          status: whenPaying('status'),
          amount_cents: whenPaying('amount_cents'),
          tax_cents: whenPaying('tax_cents'),
          discount_cents: whenPaying('discount_cents'),
          promotion_code: whenPaying('promotion_code'),
          paid_at: whenPaying('paid_at'),
          is_first_payment: whenPaying('is_first_payment'),
          payment_intent_id: newIfKnown('payment_intent_id'),
          charge_id: newIfKnown('charge_id'),
          receipt_url: newIfKnown('receipt_url'),
          invoice_pdf_url: newIfKnown('invoice_pdf_url'),
          statement_descriptor: newIfKnown('statement_descriptor'),
          subscription_id: newIfKnown('subscription_id'),
          covers_plan: newIfKnown('covers_plan'),
          covers_until: newIfKnown('covers_until'),
          updated_at: eb.ref('excluded.updated_at'),
        };
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type OwnPaymentRow = Awaited<ReturnType<typeof findPaymentsOf>>[number];

/**
 * A user's payments, newest first, each with its latest refund request. `open_…`: the product that the payer may open
 * now because of this payment. `suspends_product`: access to the purchased product is suspended; false for a
 * membership. `is_being_refunded`: Stripe has not confirmed a refund of the payment yet.
 */
export async function findPaymentsOf(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('billing_payments')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('refund_requests')
          .select([
            'refund_requests.id as request_id',
            'refund_requests.status as request_status',
            'refund_requests.answer as request_answer',
            'refund_requests.created_at as request_created_at',
          ])
          .whereRef('refund_requests.payment_id', '=', 'billing_payments.id')
          .orderBy('refund_requests.created_at', 'desc')
          .limit(1)
          .as('request'),
      (join) => join.onTrue(),
    )
    .leftJoin('purchases', 'purchases.id', 'billing_payments.purchase_id')
    .leftJoin('products', (join) =>
      join
        .onRef('products.id', '=', 'purchases.product_id')
        .on('purchases.grants_access', '=', true)
        .on('products.is_ready', '=', true),
    )
    .selectAll('billing_payments')
    .select([
      'request.request_id',
      'request.request_status',
      'request.request_answer',
      'request.request_created_at',
      'products.id as open_product_id',
      'products.type as open_product_type',
    ])
    .select((eb) =>
      eb
        .and([
          eb('purchases.status', '=', 'completed'),
          eb('purchases.suspended_at', 'is not', null),
          eb('purchases.access_ended_at', 'is', null),
        ])
        .as('suspends_product'),
    )
    .select(isOnHold('purchases').as('is_on_hold'))
    .select((eb) =>
      eb
        .selectFrom('billing_disputes')
        .select((of) => of.fn.min('billing_disputes.created_at').as('disputed_at'))
        .whereRef('billing_disputes.payment_id', '=', 'billing_payments.id')
        .where('billing_disputes.standing', '=', 'open')
        .as('disputed_at'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('billing_refunds')
            .select('billing_refunds.id')
            .whereRef('billing_refunds.payment_id', '=', 'billing_payments.id')
            .where('billing_refunds.status', 'in', ['requested', 'pending']),
        )
        .as('is_being_refunded'),
    )
    .where('billing_payments.user_id', '=', userId)
    .orderBy(sql`coalesce(billing_payments.paid_at, billing_payments.created_at)`, 'desc')
    .orderBy('billing_payments.id')
    .limit(limit)
    .execute();
}

export type AdminPaymentRow = BillingPaymentRow & BuyerColumns;

/** The payments with these ids, each with its payer. */
export async function findPaymentsForAdmin(db: Db, ids: readonly string[]): Promise<AdminPaymentRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('billing_payments')
    .leftJoin('users', 'users.id', 'billing_payments.user_id')
    .selectAll('billing_payments')
    .select(buyerColumns)
    .where('billing_payments.id', 'in', ids)
    .execute();
}

export type ListedRefundRow = Awaited<ReturnType<typeof findRefundsOf>>[number];

/** Refunds of these payments, oldest first, each with the name of the admin who requested it, if any. */
export async function findRefundsOf(db: Db | Trx, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return [];
  return db
    .selectFrom('billing_refunds')
    .leftJoin('users', 'users.id', 'billing_refunds.requested_by')
    .selectAll('billing_refunds')
    .select(nameColumns('users', 'requester'))
    .where('payment_id', 'in', paymentIds)
    .orderBy('billing_refunds.created_at')
    .orderBy('billing_refunds.id')
    .execute();
}

/** Disputes of these payments, oldest first. */
export async function findDisputesOf(
  db: Db | Trx,
  paymentIds: readonly string[],
): Promise<BillingDisputeRow[]> {
  if (paymentIds.length === 0) return [];
  return db
    .selectFrom('billing_disputes')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('created_at')
    .execute();
}
