import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { dayText } from '../../../shared/day-text.ts';
import type { SubscriptionChanged } from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { askStripe, askStripeIfKnown } from '../stripe/stripe-billing-calls.ts';
import { forgetCustomer } from '../stripe/stripe-customers.operations.ts';
import { findCustomer } from '../stripe/stripe-customers.queries.ts';
import { isCollecting, isFinal, type SubscriptionFacts, withoutEnd } from '../stripe/stripe-subscription.ts';
import {
  type LockedSubscription,
  readCurrent,
  requireSubscription,
  withSubscriptionLock,
} from './subscription-lock.operations.ts';
import { findSubscription } from './subscriptions.queries.ts';

/**
 * Ends the user's subscription with the paid period, or immediately if Stripe may still collect an open invoice.
 * Idempotent.
 * @throws DomainError conflict without a subscription, too_many_attempts, payments_unavailable
 */
export async function cancelSubscription(deps: Deps, actor: Actor): Promise<SubscriptionChanged> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  const row = await requireSubscription(deps, actor.userId);
  return withSubscriptionLock(deps, row.id, async (locked) => {
    const { endsAt } = await endRenewal(deps, locked);
    const plan = planNames[locked.facts.plan];
    const accessSentence =
      locked.facts.status === 'incomplete'
        ? `If the payment that is being processed arrives, you have ${plan}`
        : `You keep ${plan}`;
    const message =
      endsAt === null
        ? 'Your subscription has ended. You won’t be charged again.'
        : `You won’t be charged again. ${accessSentence} until ${dayText(endsAt)}.`;
    return { success: true, message };
  });
}

/**
 * Undoes a cancellation or a planned downgrade. Idempotent.
 * @throws DomainError conflict without a subscription, too_many_attempts, payments_unavailable
 */
export async function resumeSubscription(deps: Deps, actor: Actor): Promise<SubscriptionChanged> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  const row = await requireSubscription(deps, actor.userId);
  return withSubscriptionLock(deps, row.id, async ({ facts, subscription, key }) => {
    if (facts.pendingPlan !== null || facts.scheduleId !== null) await releaseSchedule(deps, facts, key);
    await resumeRenewal(deps, subscription, key);
    return { success: true, message: `You keep your ${planNames[facts.plan]} membership.` };
  });
}

/**
 * @returns the URL of Stripe's page for cards and invoices
 * @throws DomainError conflict if the user has no customer at Stripe, too_many_attempts, payments_unavailable
 */
export async function openBillingPortal(deps: Deps, actor: Actor): Promise<{ url: string }> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  const nothingToManage = new DomainError(
    'conflict',
    'There is nothing to manage yet. Choose a membership first.',
  );
  const customerId = (await findCustomer(deps.db, actor.userId))?.customerId ?? null;
  if (customerId === null) throw nothingToManage;
  const session = await askStripeIfKnown(() =>
    deps.stripe.billingPortal.sessions.create(
      { customer: customerId, return_url: `${deps.appUrl()}/billing` },
      { idempotencyKey: `portal:${randomUUID()}` },
    ),
  );
  if (session) return { url: session.url };
  await forgetCustomer(deps, actor.userId, customerId);
  throw nothingToManage;
}

/**
 * Prevents further charges of a subscription, in the same way as `cancelSubscription`. Does nothing if it has ended.
 * @throws DomainError payments_unavailable
 */
export async function stopRenewal(deps: Deps, subscriptionId: string): Promise<void> {
  const row = await findSubscription(deps.db, subscriptionId);
  if (!row || isFinal(row.status)) return;
  try {
    await withSubscriptionLock(deps, subscriptionId, (locked) => endRenewal(deps, locked));
  } catch (error) {
    // Already ended at Stripe, which is the goal.
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    const current = await findSubscription(deps.db, subscriptionId);
    if (current && !isFinal(current.status)) throw error;
  }
}

/** Queues the `stop-renewals` job, to run once `trx` has committed. */
export async function queueRenewalStop(deps: Pick<Deps, 'jobs'>, trx: Trx, userId: string): Promise<void> {
  await deps.jobs.enqueue(trx, 'stop-renewals', { userId });
}

/**
 * If a change of a subscription reverted its cancellation and then failed, cancels the subscription again. If Stripe
 * cannot cancel it now, the `stop-renewals` job does. Call it under the subscription's lock.
 */
export async function cancelAgain(deps: Deps, subscriptionId: string, userId: string): Promise<void> {
  try {
    await endRenewal(deps, { ...(await readCurrent(deps, subscriptionId)), key: randomUUID() });
  } catch (error) {
    deps.log.warn({ err: error, subscriptionId }, 'a subscription could not be canceled again yet');
    await inTransaction(deps.db, (trx) => queueRenewalStop(deps, trx, userId));
  }
}

/** @returns when access ends; null if immediately */
async function endRenewal(
  deps: Deps,
  { facts, subscription, key }: LockedSubscription,
): Promise<{ endsAt: Date | null }> {
  // Includes subscriptions that are incomplete at Stripe, because their first payment has not succeeded.
  if (isCollecting(subscription.status)) {
    // DELETE is idempotent at Stripe and takes no key.
    await askStripe(() => deps.stripe.subscriptions.cancel(facts.id));
    return { endsAt: null };
  }
  await releaseSchedule(deps, facts, key);
  if (facts.endsAt === null) {
    await askStripe(() =>
      deps.stripe.subscriptions.update(
        facts.id,
        { cancel_at_period_end: true },
        { idempotencyKey: `cancel:${key}` },
      ),
    );
  }
  return { endsAt: facts.endsAt ?? facts.currentPeriodEnd };
}

/**
 * Releases a subscription from the schedule of a downgrade, because Stripe allows no other change while it is
 * scheduled.
 */
export async function releaseSchedule(deps: Deps, facts: SubscriptionFacts, key: string): Promise<void> {
  const { scheduleId } = facts;
  if (scheduleId === null) return;
  await askStripe(() =>
    deps.stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: `release:${key}` }),
  );
}

/** Reverts a cancellation in whichever of Stripe's two fields it was written. */
export async function resumeRenewal(
  deps: Deps,
  subscription: Stripe.Subscription,
  key: string,
): Promise<void> {
  const reverted = withoutEnd(subscription);
  if (Object.keys(reverted).length === 0) return;
  await askStripe(() =>
    deps.stripe.subscriptions.update(subscription.id, reverted, { idempotencyKey: `keep:${key}` }),
  );
}
