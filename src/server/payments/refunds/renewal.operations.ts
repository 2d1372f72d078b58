import type { Deps } from '../../deps.ts';
import { findDisputesOf, findPayment, findRefundsOf } from '../ledger/ledger.queries.ts';
import { findCoveringPayments } from '../ledger/plan-cover.queries.ts';
import { planCover } from '../ledger/plan-cover.ts';
import { askStripeIfKnown } from '../stripe/stripe-calls.ts';
import { cancelAtPeriodEnd } from '../stripe/stripe-renewals.ts';
import { endOf, idOf, isCollecting, isFinal } from '../stripe/stripe-subscription.ts';
import { markRenewalEnded } from './refunds.queries.ts';

/**
 * Cancels a subscription at Stripe after a refund that was meant to end its renewal, or after a lost dispute:
 * immediately if no access is left or Stripe may still collect an invoice, otherwise at the end of the paid period.
 * Stripe's events then update our row. Idempotent.
 * @throws DomainError payments_unavailable
 */
export async function endRenewals(deps: Deps, paymentId: string): Promise<void> {
  const payment = await findPayment(deps.db, paymentId);
  if (!payment || payment.subscription_id === null) return;
  const refunds = (await findRefundsOf(deps.db, [paymentId])).filter(({ status }) => status === 'succeeded');
  const isLost = (await findDisputesOf(deps.db, [paymentId])).some(
    (dispute) => dispute.standing === 'lost' && dispute.renewal_ended_at === null,
  );
  const isEndedNow =
    refunds.some((refund) => refund.end_access === true) ||
    (isLost && planCover(await findCoveringPayments(deps.db, payment.subscription_id)).isLost);
  const isEndedLater =
    isLost || refunds.some((refund) => refund.end_renewal && refund.renewal_ended_at === null);
  if (!isEndedNow && !isEndedLater) return;
  await endSubscription(deps, payment.subscription_id, isEndedNow);
  await markRenewalEnded(deps.db, paymentId, deps.now());
}

async function endSubscription(deps: Deps, id: string, immediately: boolean): Promise<void> {
  const { stripe } = deps;
  const isKnown = await askStripeIfKnown(async () => {
    const subscription = await stripe.subscriptions.retrieve(id);
    if (isFinal(subscription.status)) return true;
    const isCanceledNow = immediately || isCollecting(subscription.status);
    if (isCanceledNow) {
      await stripe.subscriptions.cancel(id);
    } else if (endOf(subscription) === null) {
      await cancelAtPeriodEnd(deps, { id, scheduleId: idOf(subscription.schedule) });
    }
    deps.log.info(
      { event: 'renewal_ended', subscriptionId: id, immediately: isCanceledNow },
      'renewal ended after a refund or a lost dispute',
    );
    return true;
  });
  if (!isKnown) deps.log.warn({ subscriptionId: id }, 'Stripe does not know this subscription');
}
