import type { Trx } from '../../platform/db/database.ts';
import { findCoveringPayments, hasAccessEndedByRefund, storeSuspension } from './plan-cover.queries.ts';
import { planCover } from './plan-cover.ts';

/**
 * Records how much of a subscription's plan its payments cover: normally all of it; if payments are disputed, what the
 * other payments cover; nothing after an admin refunded a payment and ended access. Call it under the subscriber's
 * lock. Does not change the subscription's status, which only Stripe determines.
 */
export async function applyPlanCover(trx: Trx, subscriptionId: string, now: Date): Promise<void> {
  const isEnded = await hasAccessEndedByRefund(trx, subscriptionId);
  const { isSuspended, coveredPlan } = planCover(await findCoveringPayments(trx, subscriptionId));
  const suspension = isEnded ? { coveredPlan: null } : isSuspended ? { coveredPlan } : undefined;
  await storeSuspension(trx, subscriptionId, suspension, now);
}
