import type Stripe from 'stripe';
import { limits } from '../../../shared/limits.ts';
import { formatCents } from '../../../shared/money.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import { sellerText } from '../../../shared/site-settings.ts';
import type { Deps } from '../../deps.ts';
import { notifyAdminsWithEmail } from '../../messages/email/admin-emails.operations.ts';
import { queueEmail } from '../../messages/email/email.operations.ts';
import { subscriptionReceiptEmail } from '../../messages/email/templates/subscriptions.ts';
import { notify } from '../../messages/notifications/notifications.operations.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { readSettings } from '../../settings/settings.operations.ts';
import { recordInvoicePayment } from '../ledger/ledger.operations.ts';
import { applyPlanCover } from '../ledger/plan-cover.operations.ts';
import { storeCreditCover } from '../ledger/plan-cover.queries.ts';
import { recipientOf } from '../ledger/purchases.present.ts';
import { lockBuyer } from '../ledger/purchases.queries.ts';
import { planOfPrice } from '../plans/plan-prices.operations.ts';
import { findCodeOfPlanStart } from '../promotions/promotions.queries.ts';
import { insertTask } from '../refunds/admin-tasks.queries.ts';
import { hasRefundsOrDisputes } from '../refunds/stripe-refunds.ts';
import { syncPayment } from '../refunds/sync.operations.ts';
import {
  askStripe,
  listLimit,
  retrieveCharge,
  retrieveCustomer,
  retrieveInvoice,
} from '../stripe/stripe-calls.ts';
import { hasFailed, idOf } from '../stripe/stripe-subscription.ts';
import { endUnstarted } from './renewal.operations.ts';
import { syncSubscription } from './sync.operations.ts';

/**
 * Reads an invoice and its subscription from Stripe, records both, and sends the receipt of a payment, once per
 * invoice.
 * @returns false for an invoice that belongs to no subscription of ours
 * @throws DomainError payments_unavailable
 */
export async function settleInvoice(deps: Deps, invoiceId: string): Promise<boolean> {
  const invoice = await retrieveInvoice(deps, invoiceId);
  const subscription = invoice?.parent?.subscription_details?.subscription;
  if (!invoice || !subscription) return false;
  const row = await syncSubscription(deps, idOf(subscription));
  if (!row) return false;
  await recordInvoice(deps, row, invoice);
  await waiveRemainder(deps, invoice);
  if (hasFailedAfterCancellation(row, invoice)) await endUnstarted(deps, row.id);
  return true;
}

/**
 * Waives the amount that a customer's credit leaves unpaid if that amount is too small to charge. Otherwise,
 * Stripe would add the amount to the next renewal, which would then cost more than the student was shown. Idempotent.
 */
async function waiveRemainder(deps: Deps, invoice: Stripe.Invoice): Promise<void> {
  const remainder = invoice.ending_balance ?? 0;
  const isSmall = invoice.status === 'paid' && remainder > 0 && remainder < limits.priceMinCents;
  const customerId = idOf(invoice.customer);
  if (!isSmall || customerId === null) return;
  const customer = await retrieveCustomer(deps, customerId);
  // A later invoice may have used the balance.
  if (!customer || customer.balance < remainder) return;
  const { data } = await askStripe(() =>
    deps.stripe.customers.listBalanceTransactions(customerId, { limit: listLimit }),
  );
  // The idempotency key prevents only concurrent duplicates, because Stripe removes the key after a day.
  if (data.some(({ metadata }) => metadata?.waivedRestOf === invoice.id)) return;
  await askStripe(() =>
    deps.stripe.customers.createBalanceTransaction(
      customerId,
      {
        amount: -remainder,
        currency: invoice.currency,
        description: 'Too small to charge',
        metadata: { waivedRestOf: invoice.id },
      },
      { idempotencyKey: `waive:${invoice.id}` },
    ),
  );
}

async function recordInvoice(deps: Deps, row: SubscriptionRow, invoice: Stripe.Invoice): Promise<void> {
  const isPaid = invoice.status === 'paid';
  const isStart = invoice.billing_reason === 'subscription_create';
  const amountCents = isPaid ? invoice.amount_paid : invoice.amount_due;
  const paidAt = invoice.status_transitions.paid_at;
  const paidOn = paidAt === null ? deps.now() : new Date(paidAt * 1000);
  if (amountCents === 0) {
    // The invoice of a change to a cheaper plan has a negative total, and pays for nothing.
    const isPaidByCredit = invoice.total > 0 || invoice.billing_reason === 'subscription_cycle';
    if (isPaid && isPaidByCredit) await recordCredit(deps, row, invoice, paidOn);
    return;
  }
  if (!isPaid && !hasFailed(invoice)) return;
  const { paymentIntentId, chargeId } = paymentOf(invoice);
  // The charge is five levels deep in the invoice, and Stripe expands four.
  const charge = isPaid && chargeId !== null ? await retrieveCharge(deps, chargeId) : undefined;
  const covers = await coverOf(deps, invoice);
  const isAfterEnd = isPaidAfterEnd(invoice);
  const taxCents = Math.max(
    0,
    (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
  );
  const paymentId = await inTransaction(deps.db, async (trx) => {
    const owner = await lockBuyer(trx, row.user_id);
    if (!owner) return undefined;
    const isDeleted = owner.deleted_at !== null;
    const description = describe(covers?.plan ?? row.plan, invoice);
    const discount = await discountOn(trx, invoice, row);
    const id = await recordInvoicePayment(deps, trx, {
      userId: owner.id,
      subscriptionId: row.id,
      invoiceId: invoice.id,
      paymentIntentId,
      chargeId,
      statementDescriptor: charge?.calculated_statement_descriptor ?? null,
      amountCents,
      taxCents,
      ...discount,
      currency: invoice.currency,
      covers,
      description,
      // No link to Stripe is stored for a deleted account.
      receiptUrl: isDeleted ? null : (invoice.hosted_invoice_url ?? null),
      invoicePdfUrl: isDeleted ? null : (invoice.invoice_pdf ?? null),
      isSubscriptionStart: isStart,
      paidAt: isPaid ? paidOn : null,
    });
    if (isAfterEnd) await createPaidAfterEndTask(deps, trx, invoice.id, { id, description });
    if (isDeleted) return id;
    if (!isPaid) {
      if (isStart && row.status === 'unpaid')
        await notify(trx, { ...neverStartedNotification(row, invoice), appearsAt: deps.now() });
      return id;
    }
    const seller = sellerText(await readSettings(deps, trx));
    const receipt = {
      invoiceId: invoice.id,
      number: invoice.number ?? invoice.id,
      description,
      amountCents,
      taxCents,
      paidOn,
      ...discount,
      isAfterEnd,
    };
    await queueEmail(deps, trx, subscriptionReceiptEmail(recipientOf(owner), receipt, seller, deps.appUrl()));
    if (isStart && !isAfterEnd) {
      await notifyAdminsWithEmail(deps, trx, {
        kind: 'admin_sale',
        text: 'staff_membership_sold',
        values: { payment: description, amount: formatCents(amountCents) },
        path: `/admin/payments/${id}`,
        dedupeKey: `sale:${invoice.id}`,
        appearsAt: deps.now(),
      });
    }
    return id;
  });
  // The events of a refund or dispute may arrive before the invoice, when its payment does not exist yet.
  if (paymentId !== undefined && hasRefundsOrDisputes(charge)) await syncPayment(deps, paymentId);
}

/**
 * Records the plan and the period of an invoice that a credit paid completely, so that a dispute of another payment
 * does not suspend that plan.
 */
async function recordCredit(
  deps: Deps,
  row: SubscriptionRow,
  invoice: Stripe.Invoice,
  paidAt: Date,
): Promise<void> {
  const covers = await coverOf(deps, invoice);
  if (!covers) return;
  await inTransaction(deps.db, async (trx) => {
    await lockBuyer(trx, row.user_id);
    await storeCreditCover(trx, row.id, { ...covers, paidAt });
    await applyPlanCover(trx, row.id, deps.now());
  });
}

/** Whether the invoice was paid when its subscription had already ended, so that the payment gives no access. */
function isPaidAfterEnd({ parent, status_transitions: { paid_at: paidAt } }: Stripe.Invoice): boolean {
  const subscription = parent?.subscription_details?.subscription;
  const endedAt = typeof subscription === 'object' ? subscription.ended_at : null;
  return paidAt !== null && endedAt !== null && paidAt >= endedAt;
}

/** Asks the admins to decide about a payment that gives no access, once per invoice. */
async function createPaidAfterEndTask(
  deps: Deps,
  trx: Trx,
  invoiceId: string,
  payment: { id: string; description: string },
): Promise<void> {
  const now = deps.now();
  const task = { kind: 'paid_after_end' as const, payment_id: payment.id, source: invoiceId };
  if (!(await insertTask(trx, { ...task, created_at: now }))) return;
  await notifyAdminsWithEmail(deps, trx, {
    kind: 'admin_on_hold',
    text: 'staff_paid_after_end',
    values: { payment: payment.description },
    path: `/admin/payments/${payment.id}`,
    dedupeKey: `paid_after_end:${invoiceId}`,
    appearsAt: now,
  });
}

/** Whether the first payment of a subscription failed after the user had canceled the subscription. */
function hasFailedAfterCancellation(row: SubscriptionRow, invoice: Stripe.Invoice): boolean {
  return (
    invoice.billing_reason === 'subscription_create' &&
    hasFailed(invoice) &&
    row.status === 'unpaid' &&
    row.cancel_at_period_end
  );
}

/** The notification for a plan whose first payment failed. For a failed renewal, `syncSubscription` sends one. */
function neverStartedNotification(row: SubscriptionRow, invoice: Stripe.Invoice) {
  const plan = planNames[row.plan];
  return {
    userId: row.user_id,
    kind: 'payment_failed' as const,
    title: `The payment for your ${plan} membership did not arrive`,
    body: `${plan} has not started and nothing was charged. ${
      row.cancel_at_period_end
        ? 'As you canceled it, we do not try again.'
        : 'Pay the open invoice on your billing page to start it.'
    }`,
    path: '/billing',
    dedupeKey: `payment_failed:${invoice.id}`,
  };
}

/**
 * The discount of an invoice. Only the first invoice can have a promotion code; a later discount was added in Stripe,
 * without a code of ours.
 */
async function discountOn(
  trx: Trx,
  invoice: Stripe.Invoice,
  { id, user_id }: SubscriptionRow,
): Promise<{ discountCents: number; promotionCode: string | null }> {
  const discounts = invoice.total_discount_amounts ?? [];
  const discountCents = discounts.reduce((sum, { amount }) => sum + amount, 0);
  const hasCode = discountCents > 0 && invoice.billing_reason === 'subscription_create';
  const promotionCode = hasCode ? await findCodeOfPlanStart(trx, user_id, id) : null;
  return { discountCents, promotionCode };
}

/**
 * The plan that an invoice pays for, and the end of the paid period. Uses the line with the latest end. Of several
 * lines with that end, uses the most expensive, because a plan change credits the unused time of the old plan in
 * another line.
 */
async function coverOf(
  deps: Deps,
  invoice: Stripe.Invoice,
): Promise<{ plan: PaidPlan; until: Date } | undefined> {
  const [line] = invoice.lines.data.toSorted(
    (left, right) => right.period.end - left.period.end || right.amount - left.amount,
  );
  const price = line?.pricing?.price_details?.price;
  if (!line || !price) return undefined;
  const plan = await planOfPrice(deps, idOf(price));
  return plan && { plan, until: new Date(line.period.end * 1000) };
}

function describe(paid: PaidPlan, invoice: Stripe.Invoice): string {
  const plan = `${planNames[paid]} membership`;
  return invoice.billing_reason === 'subscription_update' ? `Change to the ${plan}` : `${plan}, monthly`;
}

/** The payment intent and charge of the invoice's paid payment, or else of its first payment. */
function paymentOf(invoice: Stripe.Invoice): { paymentIntentId: string | null; chargeId: string | null } {
  const payments = invoice.payments?.data ?? [];
  const chosen = payments.find(({ status }) => status === 'paid') ?? payments[0];
  const intent = chosen?.payment.payment_intent;
  const charge = typeof intent === 'object' ? intent.latest_charge : null;
  return { paymentIntentId: idOf(intent), chargeId: idOf(charge) };
}
