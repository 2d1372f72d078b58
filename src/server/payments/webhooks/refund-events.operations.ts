import type Stripe from 'stripe';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { fulfill } from '../checkout/fulfillment.operations.ts';
import { findPaymentByStripeIds } from '../ledger/ledger.queries.ts';
import { rememberForeignPayment } from '../refunds/foreign-payments.queries.ts';
import { handleFraudWarning } from '../refunds/fraud-warnings.operations.ts';
import { syncPayment } from '../refunds/sync.operations.ts';
import { findUserOfCustomer } from '../stripe/stripe-customers.queries.ts';
import { isMissingAtStripe } from '../stripe/stripe-errors.ts';
import { idOf } from '../stripe/stripe-subscription.ts';
import { type EventHandler, ignored } from './event-outcome.ts';

export type StripeIds = { paymentIntentId: string | null; chargeId: string | null };

export function stripeIdsOf({ payment_intent, charge }: PartOfPayment): StripeIds {
  return { paymentIntentId: idOf(payment_intent), chargeId: idOf(charge) };
}

type PartOfPayment = Stripe.Refund | Stripe.Dispute | Stripe.Radar.EarlyFraudWarning;

/**
 * Handles an event by reading its object's payment from Stripe again. Only the object's id is taken from the event.
 * @param follow - an additional step, called with the payment's id and the event's object id
 */
function paymentHandler(
  read: (deps: Deps, id: string) => Promise<StripeIds>,
  follow?: (deps: Deps, paymentId: string, id: string) => Promise<void>,
): EventHandler {
  return async (deps, objectId) => {
    let ids: StripeIds;
    try {
      ids = await read(deps, objectId);
    } catch (error) {
      if (isMissingAtStripe(error)) return ignored('not known at Stripe');
      throw error;
    }
    const paymentId = await syncPaymentByStripeIds(deps, ids);
    if (paymentId === undefined) {
      // A payment of one of our customers is stored when its invoice arrives. Its refunds and disputes are read from
      // Stripe then, but not its fraud warnings. So an event about a fraud warning fails, and Stripe sends it again.
      if (follow && (await isPaidByOurCustomer(deps, ids))) {
        throw new DomainError('conflict', 'The invoice of this payment has not arrived yet.');
      }
      return ignored('no payment of ours');
    }
    await follow?.(deps, paymentId, objectId);
    return { status: 'processed', reason: null };
  };
}

const handleCharge = paymentHandler(async (deps, id) => {
  const charge = await deps.stripe.charges.retrieve(id);
  return { paymentIntentId: idOf(charge.payment_intent), chargeId: charge.id };
});
const handleRefund = paymentHandler(async ({ stripe }, id) => stripeIdsOf(await stripe.refunds.retrieve(id)));
const handleDispute = paymentHandler(async ({ stripe }, id) =>
  stripeIdsOf(await stripe.disputes.retrieve(id)),
);
const handleFraudWarningEvent = paymentHandler(
  async ({ stripe }, id) => stripeIdsOf(await stripe.radar.earlyFraudWarnings.retrieve(id)),
  handleFraudWarning,
);

export const refundEventHandlers: Readonly<Record<string, EventHandler>> = {
  'charge.refunded': handleCharge,
  'charge.refund.updated': handleRefund,
  'refund.created': handleRefund,
  'refund.updated': handleRefund,
  'refund.failed': handleRefund,
  'charge.dispute.created': handleDispute,
  'charge.dispute.updated': handleDispute,
  'charge.dispute.closed': handleDispute,
  'charge.dispute.funds_withdrawn': handleDispute,
  'charge.dispute.funds_reinstated': handleDispute,
  'radar.early_fraud_warning.created': handleFraudWarningEvent,
};

/**
 * Updates the payment with these ids to match Stripe. If no payment of ours has them, the payment's Stripe id is stored
 * as foreign, so that it is not looked up again.
 * @returns the payment's id; undefined if it is not ours
 */
export async function syncPaymentByStripeIds(deps: Deps, ids: StripeIds): Promise<string | undefined> {
  const payment =
    (await findPaymentByStripeIds(deps.db, ids)) ??
    ((await completePurchaseOf(deps, ids.paymentIntentId))
      ? await findPaymentByStripeIds(deps.db, ids)
      : undefined);
  if (!payment) {
    const id = ids.paymentIntentId ?? ids.chargeId;
    if (id !== null) await rememberForeignPayment(deps.db, id, deps.now());
    return undefined;
  }
  await syncPayment(deps, payment.id);
  return payment.id;
}

async function isPaidByOurCustomer(deps: Deps, { paymentIntentId }: StripeIds): Promise<boolean> {
  if (paymentIntentId === null) return false;
  const customerId = idOf((await deps.stripe.paymentIntents.retrieve(paymentIntentId)).customer);
  return customerId !== null && (await findUserOfCustomer(deps.db, customerId)) !== undefined;
}

/**
 * Completes the purchase of a payment whose refund or dispute event arrived before the payment's own event.
 * @returns false if the payment belongs to no purchase of ours
 */
async function completePurchaseOf(deps: Deps, paymentIntentId: string | null): Promise<boolean> {
  if (paymentIntentId === null) return false;
  const intent = await deps.stripe.paymentIntents.retrieve(paymentIntentId);
  if (!z.uuid().safeParse(intent.metadata.purchaseId).success) return false;
  const { data } = await deps.stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
  const [session] = data;
  if (!session) return false;
  try {
    await fulfill(deps, session.id);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return false;
    throw error;
  }
}
