import { randomUUID } from 'node:crypto';
import { localDayText } from '../../../shared/day-text.ts';
import type {
  EndRenewalsInput,
  RenewalsEnded,
  SubscriptionChanged,
} from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import type { Actor, AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import { noteReason } from '../../audit/user-notes.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { lockBuyer } from '../ledger/purchases.queries.ts';
import { findRecipient } from '../ledger/recipients.queries.ts';
import { askStripeIfKnown, retrieveSubscription } from '../stripe/stripe-calls.ts';
import { forgetCustomer } from '../stripe/stripe-customers.operations.ts';
import { findCustomer } from '../stripe/stripe-customers.queries.ts';
import { endRenewal, releaseSchedule, resumeRenewal } from '../stripe/stripe-renewals.ts';
import { isCollecting, isFinal } from '../stripe/stripe-subscription.ts';
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
 * Ends a user's subscription on behalf of the academy, in the same way as `cancelSubscription`. Records the action
 * before Stripe is called. Of concurrent calls, one succeeds.
 * @returns when access ends; null if immediately
 * @throws DomainError not_found; conflict if the subscription does not renew, has ended, is unknown to Stripe or is
 * being changed; payments_unavailable
 */
export async function endRenewalsAsAdmin(
  deps: Deps,
  actor: AdminActor,
  { subscriptionId, reason }: EndRenewalsInput,
  metadata: RequestMetadata,
): Promise<RenewalsEnded> {
  const row = await findSubscription(deps.db, subscriptionId);
  if (!row) throw notFound('Subscription');
  const result = await withSubscriptionLock(deps, row.id, async (locked) => {
    // While an invoice is unpaid, Stripe continues to collect it, even if the subscription does not renew.
    if (locked.facts.endsAt !== null && !isCollecting(locked.subscription.status)) {
      return { obstacle: 'This membership does not renew, so nothing more is charged.' };
    }
    await recordEnd(deps, actor, row, reason, metadata);
    return { endsAt: await endRenewal(deps, locked) };
  }).catch(async (error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    // The message of this error addresses the student.
    return { obstacle: await lockObstacle(deps, row.id) };
  });
  if (result.obstacle !== undefined) throw new DomainError('conflict', result.obstacle);
  return { endsAt: result.endsAt?.toISOString() ?? null };
}

/** Why the subscription could not be locked. @throws DomainError payments_unavailable */
async function lockObstacle(deps: Deps, id: string): Promise<string> {
  const subscription = await retrieveSubscription(deps, id);
  if (!subscription) return 'Stripe does not know this membership, so nothing more is charged.';
  return isFinal(subscription.status)
    ? 'This membership has ended, so nothing more is charged.'
    : 'This membership is being changed right now. Check it again in a moment.';
}

async function recordEnd(
  deps: Deps,
  actor: AdminActor,
  { id, user_id: userId, plan }: SubscriptionRow,
  reason: string,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const user = await lockBuyer(trx, userId);
    if (!user || user.deleted_at !== null) throw notFound('User');
    await noteReason(deps, trx, actor, userId, `Ending the renewals of ${planNames[plan]}`, reason);
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'subscription.end_requested',
      subjectType: 'subscription',
      subjectId: id,
      metadata,
      details: { before: plan, after: 'does not renew' },
    });
  });
}

/**
 * Ends a canceled subscription whose first payment has failed, because Stripe would try to collect the payment again.
 * @throws DomainError conflict if the subscription has ended; payments_unavailable
 */
export async function endUnstarted(deps: Deps, subscriptionId: string): Promise<void> {
  await withSubscriptionLock(deps, subscriptionId, async (locked) => {
    const { status, endsAt } = locked.facts;
    if (status === 'unpaid' && endsAt !== null) await endRenewal(deps, locked);
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
