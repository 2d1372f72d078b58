import type { MySubscription } from '../../../shared/payments/billing.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { findGrantsOf } from '../grants/grants.queries.ts';
import { findCoveringPayments } from '../ledger/plan-cover.queries.ts';
import { findCustomer } from '../stripe/stripe-customers.queries.ts';
import { presentMySubscription } from './subscriptions.present.ts';
import { findRunningSubscriptions } from './subscriptions.queries.ts';

/** The reader's plan, what pays for it and what is going to happen to it. */
export async function getMySubscription(deps: Deps, actor: Actor): Promise<MySubscription> {
  const [running, grants, customer] = await Promise.all([
    findRunningSubscriptions(deps.db, actor.userId),
    findGrantsOf(deps.db, actor.userId),
    findCustomer(deps.db, actor.userId),
  ]);
  const [newest] = running;
  const payments = newest?.suspended_at ? await findCoveringPayments(deps.db, newest.id) : [];
  const customerId = customer?.customerId ?? null;
  return presentMySubscription({ running, payments, grants, customerId }, deps.now());
}
