import { randomUUID } from 'node:crypto';
import { localDayText } from '../../../shared/day-text.ts';
import type { SubscriptionChanged } from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { findRecipient } from '../ledger/recipients.queries.ts';
import { askStripeIfKnown } from '../stripe/stripe-calls.ts';
import { forgetCustomer } from '../stripe/stripe-customers.operations.ts';
import { findCustomer } from '../stripe/stripe-customers.queries.ts';
import { endRenewal, releaseSchedule, resumeRenewal } from '../stripe/stripe-renewals.ts';
import { isFinal } from '../stripe/stripe-subscription.ts';
import { requireSubscription, withSubscriptionLock } from './subscription-lock.operations.ts';
import { findSubscription } from './subscriptions.queries.ts';

/**
 * Ends the user's subscription after the paid period, or immediately if Stripe may still collect an open invoice.
 * Idempotent until the subscription has ended.
 * @throws DomainError conflict without a subscription, too_many_attempts, payments_unavailable
 */
export async function cancelSubscription(deps: Deps, actor: Actor): Promise<SubscriptionChanged> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  const row = await requireSubscription(deps, actor.userId);
  return withSubscriptionLock(deps, row.id, async (locked) => {
    const endsAt = await endRenewal(deps, locked);
    const plan = planNames[locked.facts.plan];
    if (endsAt === null) {
      return { success: true, message: 'Your subscription has ended. You won’t be charged again.' };
    }
    const user = await findRecipient(deps.db, actor.userId);
    const day = localDayText(endsAt, user?.timeZone ?? null);
    // The message does not promise access until this day, because a suspended membership may not give access.
    const consequence =
      locked.facts.status === 'incomplete'
        ? `If the payment that is being processed arrives, you have ${plan} until ${day}.`
        : `Your ${plan} membership ends on ${day}.`;
    return { success: true, message: `You won’t be charged again. ${consequence}` };
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
    await releaseSchedule(deps, facts, key);
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
 * Prevents further charges of a subscription, in the same way as `cancelSubscription`. Does nothing if the subscription
 * has ended.
 * @throws DomainError payments_unavailable
 */
export async function stopRenewal(deps: Deps, subscriptionId: string): Promise<void> {
  const row = await findSubscription(deps.db, subscriptionId);
  if (!row || isFinal(row.status)) return;
  try {
    await withSubscriptionLock(deps, subscriptionId, (locked) => endRenewal(deps, locked));
  } catch (error) {
    // A conflict may mean that the subscription has already ended at Stripe, which is the goal.
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    const current = await findSubscription(deps.db, subscriptionId);
    if (current && !isFinal(current.status)) throw error;
  }
}
