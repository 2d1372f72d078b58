import { sql } from 'kysely';
import type { PlanAmounts, SavePlanAmounts } from '../../../shared/payments/plan-amounts.ts';
import { liveStatuses } from '../../../shared/payments/subscription-statuses.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

/**
 * Whether an announcement may change the subscription's price: the subscription renews with the same plan, has no
 * schedule that was created in Stripe's dashboard, and is neither a duplicate nor on hold.
 */
export const renewsUnchanged = sql<boolean>`subscriptions.status in (${sql.join(liveStatuses)})
  and not subscriptions.cancel_at_period_end and not subscriptions.is_duplicate and subscriptions.held_at is null
  and subscriptions.pending_plan is null and not subscriptions.has_foreign_schedule`;

/** Whether the announced price, if any, may still be withdrawn or replaced. */
export const isRevocable = sql<boolean>`(subscriptions.price_final_for >= subscriptions.current_period_end) is not true`;

/**
 * Paid plans, lowest list price first. Each has three counts: the subscriptions that renew at a price other than the
 * current one; those whose users were notified of the current price; and those whose users will be notified of it after
 * another announced price has been applied.
 */
export async function findPlanAmounts(db: Db | Trx): Promise<PlanAmounts[]> {
  return db
    .selectFrom('plans')
    .leftJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.plan', '=', 'plans.plan')
        .onRef('subscriptions.price_cents', '<>', 'plans.price_cents')
        .on(renewsUnchanged),
    )
    .select((eb) => [
      'plans.plan',
      'plans.price_cents as priceCents',
      'plans.list_price_cents as listPriceCents',
      'plans.updated_at as updatedAt',
      eb.fn.count<number>('subscriptions.id').as('onFormerPrice'),
      eb.fn
        .count<number>('subscriptions.id')
        .filterWhereRef('subscriptions.announced_price_cents', '=', 'plans.price_cents')
        .as('notified'),
      eb.fn
        .count<number>('subscriptions.id')
        .filterWhere('plans.price_announced_at', 'is not', null)
        .filterWhereRef('subscriptions.announced_price_cents', 'is distinct from', 'plans.price_cents')
        .filterWhere(eb.not(isRevocable))
        .as('notifiedLater'),
    ])
    .groupBy('plans.plan')
    .orderBy('plans.list_price_cents')
    .orderBy('plans.plan')
    .execute();
}

export async function lockPlanAmounts(
  trx: Trx,
  plan: SavePlanAmounts['plan'],
): Promise<{ priceCents: number; listPriceCents: number }> {
  return trx
    .selectFrom('plans')
    .select(['price_cents as priceCents', 'list_price_cents as listPriceCents'])
    .where('plan', '=', plan)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updatePlanAmounts(trx: Trx, amounts: SavePlanAmounts, now: Date): Promise<void> {
  await trx
    .updateTable('plans')
    .set({
      price_cents: amounts.priceCents,
      list_price_cents: amounts.listPriceCents,
      updated_at: now,
    })
    .where('plan', '=', amounts.plan)
    .execute();
}
