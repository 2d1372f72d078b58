import type { AdminPlans, MySubscription } from '../../../shared/payments/billing.ts';
import type { Actor, AdminActor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { findGrantsOf } from '../grants/grants.queries.ts';
import { findCoveringPayments } from '../ledger/plan-cover.queries.ts';
import { findRecipient } from '../ledger/recipients.queries.ts';
import { findCustomer } from '../stripe/stripe-customers.queries.ts';
import { mayNotHaveStarted, presentMySubscription, presentUserPlans } from './subscriptions.present.ts';
import { findRunningSubscriptions, findSubscriptionsOf } from './subscriptions.queries.ts';

/** The user's plan, the subscription or grant that provides it, and its planned changes. */
export async function getMySubscription(deps: Deps, actor: Actor): Promise<MySubscription> {
  const [running, grants, customer] = await Promise.all([
    findRunningSubscriptions(deps.db, actor.userId),
    findGrantsOf(deps.db, actor.userId),
    findCustomer(deps.db, actor.userId),
  ]);
  const [newest] = running;
  // The page names the payments that suspend the subscription, and says whether paying starts or restores it.
  const needsPayments = newest && (newest.suspended_at !== null || mayNotHaveStarted(newest));
  const payments = needsPayments ? await findCoveringPayments(deps.db, newest.id) : [];
  const customerId = customer?.customerId ?? null;
  return presentMySubscription({ running, payments, grants, customerId }, deps.now());
}

/** All subscriptions and grants of a user, including past ones. @throws DomainError not_found */
export async function getUserPlans(deps: Deps, _actor: AdminActor, userId: string): Promise<AdminPlans> {
  if (!(await findRecipient(deps.db, userId))) throw notFound('User');
  const [subscriptions, grants] = await Promise.all([
    findSubscriptionsOf(deps.db, userId),
    findGrantsOf(deps.db, userId),
  ]);
  return presentUserPlans(subscriptions, grants, deps.now());
}
