import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { findCheckoutOf, settleCheckout } from '../checkout/subscription-fulfillment.operations.ts';
import { askStripeIfKnown } from '../stripe/stripe-calls.ts';
import { idOf } from '../stripe/stripe-subscription.ts';
import { settleInvoice } from '../subscriptions/invoices.operations.ts';
import { payWithNewCard } from '../subscriptions/new-card.operations.ts';
import { syncSubscription } from '../subscriptions/sync.operations.ts';
import { type EventHandler, type EventOutcome, ignored } from './event-outcome.ts';

/** Handlers of subscription events. An event only says what to read from Stripe. */
export const subscriptionEventHandlers: Readonly<Record<string, EventHandler>> = {
  'customer.subscription.created': readSubscriptionAgain,
  'customer.subscription.updated': settleUpdatedSubscription,
  'customer.subscription.deleted': readSubscriptionAgain,
  'subscription_schedule.updated': readScheduledSubscription,
  'subscription_schedule.released': readScheduledSubscription,
  'invoice.paid': readInvoiceAgain,
  'invoice.payment_failed': readInvoiceAgain,
  'invoice.payment_action_required': readInvoiceAgain,
};

async function readSubscriptionAgain(deps: Deps, subscriptionId: string): Promise<EventOutcome> {
  const row = await syncSubscription(deps, subscriptionId);
  return row ? { status: 'processed', reason: row.status } : ignored('no subscription of ours');
}

/** Reads the subscription. If its renewal is unpaid and the declined card was replaced, charges the new card. */
async function settleUpdatedSubscription(deps: Deps, subscriptionId: string): Promise<EventOutcome> {
  const outcome = await readSubscriptionAgain(deps, subscriptionId);
  if (outcome.reason === 'past_due') await payWithNewCard(deps, subscriptionId);
  return outcome;
}

async function readScheduledSubscription(deps: Deps, scheduleId: string): Promise<EventOutcome> {
  const schedule = await askStripeIfKnown(() => deps.stripe.subscriptionSchedules.retrieve(scheduleId));
  const subscription = schedule?.subscription ?? schedule?.released_subscription;
  return subscription ? readSubscriptionAgain(deps, idOf(subscription)) : ignored('no subscription of ours');
}

async function readInvoiceAgain(deps: Deps, invoiceId: string): Promise<EventOutcome> {
  const isOurs = await settleInvoice(deps, invoiceId);
  return isOurs ? { status: 'processed', reason: null } : ignored('no invoice of ours');
}

/** Applies a Checkout Session that belongs to no product purchase, if it is for a subscription of ours. */
export async function settleSubscriptionSession(
  deps: Deps,
  session: Stripe.Checkout.Session | undefined,
): Promise<EventOutcome> {
  if (session?.mode !== 'subscription') return ignored('no purchase of ours');
  const checkout = await findCheckoutOf(deps, session);
  if (!checkout) return ignored('no purchase of ours');
  const { status } = await settleCheckout(deps, checkout, session);
  return { status: 'processed', reason: status };
}
