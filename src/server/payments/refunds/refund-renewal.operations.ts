import type { Deps } from '../../deps.ts';
import { findPayment, findRefundsOf } from '../ledger/ledger.queries.ts';
import { isMissingAtStripe, paymentsUnavailable } from '../stripe/stripe-calls.ts';
import { isStripeError } from '../stripe/stripe-errors.ts';
import { idOf } from './refund-stripe.ts';
import { markRenewalEnded } from './refunds.queries.ts';

/**
 * Ends at Stripe the renewal of a subscription whose payment went back and whose admin asked for it (F2): at once when
 * access ended with it, otherwise at the end of what is paid. Stripe's events then write our own row, as always (D-49).
 * Repeatable: what has ended is left alone.
 * @throws DomainError payments_unavailable
 */
export async function endRenewals(deps: Deps, paymentId: string): Promise<void> {
  const payment = await findPayment(deps.db, paymentId);
  if (!payment || payment.subscription_id === null) return;
  const isEndedNow = payment.access_ended_at !== null;
  const isEndedLater = (await findRefundsOf(deps.db, [paymentId])).some(
    (refund) => refund.status === 'succeeded' && refund.end_renewal && refund.renewal_ended_at === null,
  );
  if (!isEndedNow && !isEndedLater) return;
  await endSubscription(deps, payment.subscription_id, paymentId, isEndedNow);
  await markRenewalEnded(deps.db, paymentId, deps.now());
}

async function endSubscription(deps: Deps, id: string, paymentId: string, atOnce: boolean): Promise<void> {
  const { stripe } = deps;
  try {
    const subscription = await stripe.subscriptions.retrieve(id);
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return;
    if (atOnce) {
      await stripe.subscriptions.cancel(id, {}, { idempotencyKey: `refund-cancel:${id}` });
    } else if (!subscription.cancel_at_period_end) {
      // A planned change of plan would forbid it: Stripe wants the schedule released first.
      const scheduleId = idOf(subscription.schedule);
      if (scheduleId !== null) {
        const key = `refund-release:${paymentId}:${scheduleId}`;
        await stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: key });
      }
      const key = `refund-renewal:${paymentId}`;
      await stripe.subscriptions.update(id, { cancel_at_period_end: true }, { idempotencyKey: key });
    }
    deps.log.info({ event: 'renewal_ended', subscriptionId: id, atOnce }, 'renewal ended with a refund');
  } catch (error) {
    if (!isMissingAtStripe(error)) {
      throw isStripeError(error) ? paymentsUnavailable(error) : error;
    }
    deps.log.warn({ subscriptionId: id }, 'the payment provider does not know this subscription');
  }
}
