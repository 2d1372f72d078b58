import type { PlanAmounts, SavePlanAmounts } from '../../../shared/payments/plan-amounts.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { confirmSavedPoint } from '../../settings/confirmations.operations.ts';
import { findPlanAmounts, lockPlanAmounts, updatePlanAmounts } from './plan-amounts.queries.ts';
import { withdrawAnnouncements } from './price-announcements.operations.ts';

/**
 * Each paid plan with its price, its list price (shown on the admin dashboard) and the number of subscriptions
 * that renew at another price.
 */
export async function listPlanAmounts(deps: Deps, _actor: AdminActor): Promise<PlanAmounts[]> {
  return findPlanAmounts(deps.db);
}

/**
 * Changes the prices of plans from the next checkout on. Stripe is not called here: the Stripe price is created when
 * first needed. A running subscription keeps its price until an announced price takes effect. If the price of a plan
 * changes, an announced price that is not yet in force is withdrawn, and the subscribers are notified. Saving a
 * changed price or list price also counts as the admin's confirmation of all prices.
 * @throws DomainError conflict if a price differs from the one that the admin saw
 */
export async function savePlanAmounts(
  deps: Deps,
  actor: AdminActor,
  inputs: readonly SavePlanAmounts[],
  metadata: RequestMetadata,
): Promise<PlanAmounts[]> {
  return inTransaction(deps.db, async (trx) => {
    // Locks all plans before any subscription, in the order in which other operations lock plans, to avoid deadlocks.
    const sorted = inputs.toSorted((one, other) => one.plan.localeCompare(other.plan));
    const changes: PlanChange[] = [];
    for (const input of sorted) changes.push({ input, before: await lockPlanAmounts(trx, input.plan) });
    for (const change of changes) await saveAmounts(deps, trx, actor, change, metadata);
    return findPlanAmounts(trx);
  });
}

type PlanChange = { input: SavePlanAmounts; before: Awaited<ReturnType<typeof lockPlanAmounts>> };

async function saveAmounts(
  deps: Deps,
  trx: Trx,
  actor: AdminActor,
  { input, before }: PlanChange,
  metadata: RequestMetadata,
): Promise<void> {
  const after = { priceCents: input.priceCents, listPriceCents: input.listPriceCents };
  if (
    input.before &&
    (input.before.priceCents !== before.priceCents || input.before.listPriceCents !== before.listPriceCents)
  ) {
    throw new DomainError(
      'conflict',
      `The price of ${planNames[input.plan]} has changed since you opened this page. Nothing was saved.`,
    );
  }
  const isRepriced = before.priceCents !== after.priceCents;
  if (!isRepriced && before.listPriceCents === after.listPriceCents) return;
  await updatePlanAmounts(trx, input, deps.now());
  await confirmSavedPoint(deps, trx, actor, 'planPrices');
  if (isRepriced) await deps.jobs.enqueue(trx, 'close-payment-pages', { plan: input.plan });
  const withdrawn = isRepriced ? await withdrawAnnouncements(deps, trx, input.plan) : 0;
  await recordAudit(trx, {
    actorId: actor.userId,
    action: 'plan.amounts_changed',
    subjectType: 'plan',
    subjectId: input.plan,
    metadata,
    details: { before, after, ...(withdrawn > 0 && { announcementsWithdrawn: withdrawn }) },
  });
}
