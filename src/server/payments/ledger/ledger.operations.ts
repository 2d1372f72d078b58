import type Stripe from 'stripe';
import { limits } from '../../../shared/limits.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { AdminPayment, MyPayment } from '../../../shared/payments/refunds.ts';
import type { Actor, AdminActor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { readLegalVersionsInEffect } from '../../settings/legal/legal-texts.operations.ts';
import { presentAdminPayment, presentOwnPayment } from './ledger.present.ts';
import {
  findDisputesOf,
  findPaymentsForAdmin,
  findPaymentsOf,
  findRefundsOf,
  hasPaidForProduct,
  hasPaidForSubscription,
  insertPurchasePayment,
  upsertInvoicePayment,
} from './ledger.queries.ts';
import { applyPlanCover } from './plan-cover.operations.ts';

/**
 * Records the payment of a purchase that is being delivered or put on hold. Idempotent. Call it in the transaction that
 * settles the purchase, under the buyer's lock.
 * @param paid - what Stripe charged, which may differ from the price if the purchase is on hold
 */
export async function recordPurchasePayment(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  purchase: PurchaseRow,
  paid: {
    paidAt: Date;
    paymentIntentId: string | null;
    amountCents: number;
    /** Included in the amount. */
    taxCents: number;
    currency: string;
    charge: Pick<Stripe.Charge, 'id' | 'receipt_url' | 'calculated_statement_descriptor'> | null;
  },
): Promise<void> {
  const now = deps.now();
  const { user_id: userId, product_id: productId, promotion_code_id: promotionCodeId } = purchase;
  const isFirst =
    userId !== null &&
    productId !== null &&
    // Only first payments are refundable by the policy. A payment on hold, such as a duplicate, counts as a first one.
    (purchase.held_reason !== null || !(await hasPaidForProduct(trx, userId, productId)));
  const payment = {
    user_id: userId,
    purchase_id: purchase.id,
    payment_intent_id: paid.paymentIntentId,
    charge_id: paid.charge?.id ?? null,
    receipt_url: paid.charge?.receipt_url ?? null,
    statement_descriptor: paid.charge?.calculated_statement_descriptor ?? null,
    amount_cents: paid.amountCents,
    tax_cents: Math.min(paid.taxCents, paid.amountCents),
    discount_cents: purchase.discount_cents,
    currency: paid.currency,
    status: 'paid',
    description: purchase.product_name,
    is_first_payment: isFirst,
    policy_version: purchase.policy_version,
    paid_at: purchase.purchased_at ?? paid.paidAt,
    created_at: now,
    updated_at: now,
  } as const;
  await insertPurchasePayment(trx, payment, promotionCodeId);
}

export type InvoicePayment = {
  userId: string;
  subscriptionId: string;
  invoiceId: string;
  paymentIntentId: string | null;
  chargeId?: string | null;
  amountCents: number;
  /** Included in the amount. */
  taxCents: number;
  discountCents: number;
  promotionCode: string | null;
  currency: string;
  /** The plan that the invoice pays for, and the end of the paid period; absent if unknown. */
  covers?: { plan: PaidPlan; until: Date } | undefined;
  /** For the payer, e.g. `Gold membership, monthly`. */
  description: string;
  receiptUrl?: string | null;
  invoicePdfUrl?: string | null;
  /** The description on the payer's statement, according to Stripe. */
  statementDescriptor?: string | null;
  /** The invoice's `billing_reason` is `subscription_create`: neither a renewal nor a change of plan. */
  isSubscriptionStart: boolean;
  /** When it was paid, according to Stripe; null if the payment failed. */
  paidAt: Date | null;
};

/**
 * Records a paid or failed invoice of a subscription, once per invoice. Ignores a failure of an invoice that is already
 * recorded as paid. A later call adds the values that were missing in an earlier one. A payment for a new period lifts
 * a suspension caused by a dispute over an earlier period. Call it under the payer's lock.
 * @returns the payment's id
 */
export async function recordInvoicePayment(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  payment: InvoicePayment,
): Promise<string> {
  const now = deps.now();
  const { terms } = await readLegalVersionsInEffect(trx, now);
  const others = { exceptInvoiceId: payment.invoiceId, before: (payment.paidAt ?? now).toISOString() };
  const isFirst = payment.isSubscriptionStart && !(await hasPaidForSubscription(trx, payment.userId, others));
  const row = await upsertInvoicePayment(trx, {
    user_id: payment.userId,
    subscription_id: payment.subscriptionId,
    stripe_invoice_id: payment.invoiceId,
    payment_intent_id: payment.paymentIntentId,
    charge_id: payment.chargeId ?? null,
    amount_cents: payment.amountCents,
    // A credit balance may have paid part of the taxed amount.
    tax_cents: Math.min(payment.taxCents, payment.amountCents),
    discount_cents: payment.discountCents,
    promotion_code: payment.promotionCode,
    currency: payment.currency,
    status: payment.paidAt === null ? 'failed' : 'paid',
    covers_plan: payment.covers?.plan ?? null,
    covers_until: payment.covers?.until ?? null,
    description: payment.description,
    receipt_url: payment.receiptUrl ?? null,
    invoice_pdf_url: payment.invoicePdfUrl ?? null,
    statement_descriptor: payment.statementDescriptor ?? null,
    is_first_payment: isFirst,
    policy_version: terms.current,
    paid_at: payment.paidAt,
    created_at: now,
    updated_at: now,
  });
  await applyPlanCover(trx, payment.subscriptionId, now);
  return row.id;
}

/** The user's own payments, newest first, at most 1,000, with receipts and whether each is refundable. */
export async function listMyPayments(deps: Deps, actor: Actor): Promise<MyPayment[]> {
  const rows = await findPaymentsOf(deps.db, actor.userId, limits.listCap);
  const now = deps.now();
  return rows.map((row) => presentOwnPayment(row, now));
}

/** One payment with its refunds. @throws DomainError not_found */
export async function getPayment(deps: Deps, actor: AdminActor, paymentId: string): Promise<AdminPayment> {
  const payment = (await getPayments(deps, actor, [paymentId])).get(paymentId);
  if (!payment) throw notFound('Payment');
  return payment;
}

/** The payments with these ids, with their refunds and disputes, by id. */
export async function getPayments(
  deps: Deps,
  _actor: AdminActor,
  paymentIds: readonly string[],
): Promise<Map<string, AdminPayment>> {
  const [rows, refunds, disputes] = await Promise.all([
    findPaymentsForAdmin(deps.db, paymentIds),
    findRefundsOf(deps.db, paymentIds),
    findDisputesOf(deps.db, paymentIds),
  ]);
  const refundsOf = Map.groupBy(refunds, (refund) => refund.payment_id);
  const disputesOf = Map.groupBy(disputes, (dispute) => dispute.payment_id);
  const now = deps.now();
  return new Map(
    rows.map((row) => [
      row.id,
      presentAdminPayment(row, refundsOf.get(row.id) ?? [], disputesOf.get(row.id) ?? [], now),
    ]),
  );
}
