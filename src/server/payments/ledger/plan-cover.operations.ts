import type { Trx } from '../../platform/db/database.ts';
import { findCoveringPayments, hasAccessEndedByRefund, storeSuspension } from './plan-cover.queries.ts';
import { planCover } from './plan-cover.ts';

/**
 * Writes down what counts of a subscription's plan after its payments: all of it, what disputes leave, or nothing once
 * an admin refunded one with its access. Under the subscriber's lock; the status stays Stripe's.
 */
export async function applyPlanCover(trx: Trx, subscriptionId: string, now: Date): Promise<void> {
  const isEnded = await hasAccessEndedByRefund(trx, subscriptionId);
  const { isSuspended, coveredPlan } = planCover(await findCoveringPayments(trx, subscriptionId));
  const suspension = isEnded ? { coveredPlan: null } : isSuspended ? { coveredPlan } : undefined;
  await storeSuspension(trx, subscriptionId, suspension, now);
}
