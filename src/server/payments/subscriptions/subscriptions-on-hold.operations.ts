import { limits } from '../../../shared/limits.ts';
import type { SubscriptionOnHoldView } from '../../../shared/payments/billing.ts';
import { accountName } from '../../../shared/person-name.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { findSubscription, findSubscriptionsOnHold } from './subscriptions.queries.ts';
import { syncSubscription } from './sync.operations.ts';

/** Running subscriptions whose Stripe price belongs to no plan, longest waiting first. */
export async function listSubscriptionsOnHold(
  deps: Deps,
  _actor: AdminActor,
): Promise<SubscriptionOnHoldView[]> {
  const rows = await findSubscriptionsOnHold(deps.db, limits.listCap);
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    userName: accountName(row),
    plan: row.plan,
    status: row.status,
    priceCents: row.price_cents,
    heldAt: row.held_at,
  }));
}

/** Reads a subscription from Stripe again. @throws DomainError not_found, payments_unavailable */
export async function rereadSubscription(
  deps: Deps,
  actor: AdminActor,
  subscriptionId: string,
  metadata: RequestMetadata,
): Promise<{ isHeld: boolean }> {
  if (!(await findSubscription(deps.db, subscriptionId))) throw notFound('Subscription');
  const row = await syncSubscription(deps, subscriptionId);
  await recordAudit(deps.db, {
    actorId: actor.userId,
    action: 'subscription.reread',
    subjectType: 'subscription',
    subjectId: subscriptionId,
    metadata,
  });
  return { isHeld: (row?.held_at ?? null) !== null };
}
