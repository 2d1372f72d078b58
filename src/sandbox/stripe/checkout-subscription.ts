import type Stripe from 'stripe';
import { markPaid } from './billing/collect-invoice.ts';
import { paymentOf } from './billing/invoice-payment.ts';
import { announceSubscription, startSubscription } from './billing/start-subscription.ts';
import { saveSubscription } from './billing/subscription-object.ts';
import type { Context } from './context.ts';
import { emit } from './emit.ts';
import { promotionCodeOf } from './promotions.ts';
import type { Payer, SessionRecord } from './records.ts';
import type { ChargeMethod } from './resources/charges.ts';
import { findLiveCustomer, setDefaultMethod } from './resources/customers.ts';
import { attachTo, buildBankAccount, buildPaymentMethod } from './resources/payment-methods.ts';

/** Stores the card or bank account of a new subscriber for renewals; undefined for one-off purchases. */
export function storeCard(
  context: Context,
  { session }: SessionRecord,
  customer: string | null,
  method: ChargeMethod,
  payer: Payer,
): Stripe.PaymentMethod | undefined {
  if (session.mode !== 'subscription' || customer === null) return undefined;
  const built =
    method.kind === 'card'
      ? buildPaymentMethod(context, method.card, payer)
      : buildBankAccount(context, payer);
  const attached = attachTo(context, built, customer);
  setDefaultMethod(context, customer, attached.id);
  return attached;
}

/**
 * Starts the subscription of a session and marks its first invoice as paid by this intent. While a bank debit is
 * processing, the invoice stays open and the subscription is already active.
 */
export function billCheckout(
  context: Context,
  { lineItems, session, subscriptionData }: SessionRecord,
  method: Stripe.PaymentMethod,
  { intent, settled }: { intent: string; settled: boolean },
): { subscription: string; invoice: string } {
  const [item] = lineItems;
  const customer =
    typeof method.customer === 'string' ? findLiveCustomer(context, method.customer) : undefined;
  if (!item || !customer) throw new Error('A session for a subscription has one line item and a customer');
  const promotionCode = promotionCodeOf(context, session);
  const amount = session.total_details?.amount_discount ?? 0;
  const { id, invoice } = startSubscription(context, {
    customer,
    price: item.price,
    quantity: item.quantity ?? 1,
    metadata: subscriptionData?.metadata ?? {},
    description: subscriptionData?.description ?? null,
    defaultPaymentMethod: method.id,
    usesBalance: false,
    discount: promotionCode && { amount, promotionCode, checkoutSession: session.id },
  });
  if (settled) markPaid(context, invoice, intent);
  else {
    paymentOf(context, invoice, intent);
    setStatus(context, id, 'active');
  }
  announceSubscription(context, id);
  return { subscription: id, invoice: invoice.id };
}

function setStatus(context: Context, id: string, status: 'active' | 'past_due'): void {
  const record = context.store.get('subscriptions', id);
  if (record) saveSubscription(context, { ...record, subscription: { ...record.subscription, status } });
}

/** Applies the bank's decision on the debit that started a subscription: its first invoice becomes paid or past due. */
export function settleFirstInvoice(
  context: Context,
  session: Stripe.Checkout.Session,
  intent: string | null,
) {
  const invoice =
    typeof session.invoice === 'string' ? context.store.get('invoices', session.invoice) : undefined;
  if (invoice?.status !== 'open' || typeof session.subscription !== 'string') return;
  if (intent !== null) {
    markPaid(context, invoice, intent);
    return;
  }
  const failed = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  context.store.put('invoices', failed.id, failed);
  emit(context, 'invoice.payment_failed', failed);
  setStatus(context, session.subscription, 'past_due');
}
