import { sql } from 'kysely';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { isRevocable, renewsUnchanged } from './plan-amounts.queries.ts';
import { type SubscriptionWithUser, subscriptionsWithUsers } from './subscriptions.queries.ts';

/**
 * Subscriptions of a plan that renew at a price other than `priceCents`, and whose users have not been notified of
 * `priceCents`. Locked until the transaction ends. Those that are not `isRevocable` have an announced price that can no
 * longer be replaced; their users are notified of `priceCents` after that price has been applied.
 */
export async function lockUnannounced(
  trx: Trx,
  plan: PaidPlan,
  priceCents: number,
): Promise<(SubscriptionWithUser & { isRevocable: boolean })[]> {
  return subscriptionsWithUsers(trx)
    .select(isRevocable.as('isRevocable'))
    .where('subscriptions.plan', '=', plan)
    .where(renewsUnchanged)
    .where('subscriptions.price_cents', '<>', priceCents)
    .where('subscriptions.announced_price_cents', 'is distinct from', priceCents)
    .orderBy('subscriptions.id')
    .forUpdate('subscriptions')
    .execute();
}

/**
 * Stores the announcement on the plan and on these subscriptions.
 * @returns whether this is the first announcement of the plan's price
 */
export async function storeAnnouncement(
  trx: Trx,
  plan: PaidPlan,
  ids: readonly string[],
  announcement: { priceCents: number; at: Date },
): Promise<boolean> {
  const first = await trx
    .updateTable('plans')
    .set({ price_announced_at: announcement.at })
    .where('plan', '=', plan)
    .where('price_announced_at', 'is', null)
    .executeTakeFirst();
  await trx
    .updateTable('subscriptions')
    .set({ announced_price_cents: announcement.priceCents, price_announced_at: announcement.at })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return first.numUpdatedRows > 0n;
}

/** The renewing subscriptions of a plan whose subscribers were notified of a price that may still be withdrawn. */
export async function lockAnnounced(
  trx: Trx,
  plan: PaidPlan,
): Promise<(SubscriptionWithUser & { announced_price_cents: number })[]> {
  return subscriptionsWithUsers(trx)
    .where('subscriptions.plan', '=', plan)
    .where(renewsUnchanged)
    .where('subscriptions.announced_price_cents', 'is not', null)
    .where(isRevocable)
    .$narrowType<{ announced_price_cents: number }>()
    .orderBy('subscriptions.id')
    .forUpdate('subscriptions')
    .execute();
}

/** Withdraws those announced prices of a plan that may still be withdrawn. @returns the number of subscriptions */
export async function clearAnnouncements(trx: Trx, plan: PaidPlan): Promise<number> {
  await trx.updateTable('plans').set({ price_announced_at: null }).where('plan', '=', plan).execute();
  const result = await trx
    .updateTable('subscriptions')
    .set({ announced_price_cents: null, price_announced_at: null })
    .where('plan', '=', plan)
    .where('announced_price_cents', 'is not', null)
    .where(isRevocable)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Marks the announced price as final until `renewal`: it can no longer be withdrawn or replaced. Call this function
 * before the price is set at Stripe.
 * @returns false if the announced price was withdrawn or replaced after `row` was read
 */
export async function setPriceFinal(db: Db, row: SubscriptionRow, renewal: Date): Promise<boolean> {
  const result = await db
    .updateTable('subscriptions')
    .set({ price_final_for: renewal })
    .where('id', '=', row.id)
    .where('announced_price_cents', '=', row.announced_price_cents)
    .where('price_announced_at', '=', row.price_announced_at)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * The current price, in US cents, of each of `plans` whose price was announced to earlier subscribers. All `plans` are
 * locked until the transaction ends, so that no price is announced or withdrawn before then. Call this function before
 * reading a subscription row that is then written: price announcements and price changes also lock the plan first.
 */
export async function shareLockAnnouncedPrices(
  trx: Trx,
  plans: readonly PaidPlan[],
): Promise<Map<PaidPlan, number>> {
  const rows = await trx
    .selectFrom('plans')
    .select(['plan', 'price_cents', 'price_announced_at'])
    .where('plan', 'in', plans)
    .orderBy('plan')
    .forShare()
    .execute();
  const announced = rows.filter((row) => row.price_announced_at !== null);
  return new Map(announced.map((row) => [row.plan, row.price_cents]));
}

/**
 * Subscriptions whose next renewal is in this period and may be charged at the announced price. In random order, so
 * that repeated failures of one subscription do not block the other subscriptions.
 */
export async function findAnnouncedDue(
  db: Db,
  due: { renewsAfter: Date; renewsBefore: Date; noticeDays: number; limit: number },
): Promise<{ id: string }[]> {
  const { renewsAfter, renewsBefore, noticeDays, limit } = due;
  return db
    .selectFrom('subscriptions')
    .select('id')
    .where('announced_price_cents', 'is not', null)
    .where('status', '=', 'active')
    .where('cancel_at_period_end', '=', false)
    .where('pending_plan', 'is', null)
    .where('has_foreign_schedule', '=', false)
    .where('is_duplicate', '=', false)
    .where('current_period_end', '>', renewsAfter.toISOString())
    .where('current_period_end', '<=', renewsBefore.toISOString())
    .where(
      'current_period_end',
      '>=',
      sql<string>`price_announced_at + make_interval(hours => ${noticeDays * 24})`,
    )
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
}
