import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { retrieveCustomer, retrieveInvoice } from '../stripe/stripe-calls.ts';
import { isReplayedError, isStripeError, paymentsUnavailable } from '../stripe/stripe-errors.ts';
import { idOf } from '../stripe/stripe-subscription.ts';
import { withSubscriptionLock } from './subscription-lock.operations.ts';

/**
 * Charges the open invoice of a failed renewal to the card that replaced the declined one, because Stripe itself tries
 * a new card only at its next attempt, days later. Makes one attempt per invoice and card. If the card is declined, or
 * if the student pays the invoice at the same moment, nothing changes.
 * @throws DomainError conflict if the subscription has ended or is being changed, payments_unavailable
 */
export async function payWithNewCard(deps: Deps, subscriptionId: string): Promise<void> {
  // The lock prevents a cancellation at the same moment from ending a month that was just paid.
  await withSubscriptionLock(deps, subscriptionId, async ({ subscription }) => {
    if (subscription.status !== 'past_due' || subscription.latest_invoice === null) return;
    const invoice = await retrieveInvoice(deps, idOf(subscription.latest_invoice));
    if (invoice?.status !== 'open') return;
    const declined = declinedMethodOf(invoice);
    const current = await defaultMethodOf(deps, subscription);
    if (declined === undefined || current === null || current === declined) return;
    await payInvoice(deps, invoice.id, current);
  });
}

async function payInvoice(deps: Deps, invoiceId: string, method: string): Promise<void> {
  try {
    await deps.stripe.invoices.pay(
      invoiceId,
      { payment_method: method },
      { idempotencyKey: `new-card:${invoiceId}:${method}` },
    );
  } catch (error) {
    if (!isStripeError(error)) throw error;
    const isFinal =
      isStripeError(error, 'StripeCardError', 'StripeInvalidRequestError') || isReplayedError(error);
    if (!isFinal) throw paymentsUnavailable(error);
    // Stripe's own attempts continue, and the student can choose "Pay now".
    deps.log.info({ err: error, invoiceId }, 'a new card did not pay the open invoice');
  }
}

/** The id of the payment method that failed in the last attempt; undefined if no attempt has failed. */
function declinedMethodOf(invoice: Stripe.Invoice): string | undefined {
  for (const { payment } of invoice.payments?.data ?? []) {
    const intent = payment.payment_intent;
    const method = typeof intent === 'object' ? intent.last_payment_error?.payment_method : undefined;
    if (method) return method.id;
  }
  return undefined;
}

/** The id of the payment method that the next attempt would charge: the subscription's, or else the customer's. */
async function defaultMethodOf(deps: Deps, subscription: Stripe.Subscription): Promise<string | null> {
  const customer =
    subscription.default_payment_method === null
      ? await retrieveCustomer(deps, idOf(subscription.customer))
      : undefined;
  const method = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method;
  return idOf(method);
}
