import { sql } from 'kysely';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { renewsUnchanged } from './plan-amounts.queries.ts';
import { type SubscriptionWithUser, subscriptionsWithUsers } from './subscriptions.queries.ts';

/**
 * Subscriptions of a plan that renew at a price other than `priceCents`, and whose users have not been notified of
 * `priceCents`. Locked until the transaction ends.
 */
export async function lockUnannounced(
  trx: Trx,
  plan: PaidPlan,
  priceCents: number,
): Promise<SubscriptionWithUser[]> {
  return subscriptionsWithUsers(trx)
    .where('subscriptions.plan', '=', plan)
    .where(renewsUnchanged)
    .where('subscriptions.price_cents', '<>', priceCents)
    .where('subscriptions.announced_price_cents', 'is distinct from', priceCents)
    .orderBy('subscriptions.id')
    .forUpdate('subscriptions')
    .execute();
}

/** Stores the announcement on the plan and on these subscriptions. */
export async function storeAnnouncement(
  trx: Trx,
  plan: PaidPlan,
  ids: readonly string[],
  announcement: { priceCents: number; at: Date },
): Promise<void> {
  await setPriceAnnounced(trx, plan, announcement.at);
  await trx
    .updateTable('subscriptions')
    .set({ announced_price_cents: announcement.priceCents, price_announced_at: announcement.at })
    .where('id', 'in', ids)
    .execute();
}

/** The renewing subscriptions of a plan whose subscribers were notified of a price that is not in force yet. */
export async function lockAnnounced(
  trx: Trx,
  plan: PaidPlan,
): Promise<(SubscriptionWithUser & { announced_price_cents: number })[]> {
  return subscriptionsWithUsers(trx)
    .where('subscriptions.plan', '=', plan)
    .where(renewsUnchanged)
    .where('subscriptions.announced_price_cents', 'is not', null)
    .$narrowType<{ announced_price_cents: number }>()
    .orderBy('subscriptions.id')
    .forUpdate('subscriptions')
    .execute();
}

/** @returns the number of subscriptions for which a price was announced that is not in force yet */
export async function clearAnnouncements(trx: Trx, plan: PaidPlan): Promise<number> {
  await setPriceAnnounced(trx, plan, null);
  const result = await trx
    .updateTable('subscriptions')
    .set({ announced_price_cents: null, price_announced_at: null })
    .where('plan', '=', plan)
    .where('announced_price_cents', 'is not', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Stores that a subscription has its announced price, and ends the announcement, which an event from Stripe may have
 * ended already.
 * @returns false if a later announcement has replaced this one
 */
export async function storeAppliedPrice(
  trx: Trx,
  { id, price_announced_at: announcedAt }: SubscriptionRow,
  { priceCents, sequence }: { priceCents: number; sequence: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('subscriptions')
    .set({
      price_cents: priceCents,
      announced_price_cents: null,
      price_announced_at: null,
      sync_sequence: sequence,
    })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('price_announced_at', 'is', null), eb('price_announced_at', '=', announcedAt)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0;
}

async function setPriceAnnounced(trx: Trx, plan: PaidPlan, at: Date | null): Promise<void> {
  await trx.updateTable('plans').set({ price_announced_at: at }).where('plan', '=', plan).execute();
}

/**
 * The current price, in US cents, of each of `plans` whose price was announced to earlier subscribers. Locked until the
 * transaction ends. Call it before writing a subscription row: price announcements and price changes also lock the
 * plan first.
 */
export async function shareLockAnnouncedPrices(
  trx: Trx,
  plans: readonly PaidPlan[],
): Promise<Map<PaidPlan, number>> {
  const rows = await trx
    .selectFrom('plans')
    .select(['plan', 'price_cents'])
    .where('plan', 'in', plans)
    .where('price_announced_at', 'is not', null)
    .orderBy('plan')
    .forShare()
    .execute();
  return new Map(rows.map((row) => [row.plan, row.price_cents]));
}

/**
 * Subscriptions whose next renewal is in this period and may be charged at the announced price. In random order, so
 * that repeated failures do not block others.
 */
export async function findAnnouncedDue(
  db: Db,
  due: { renewsAfter: Date; renewsBefore: Date; noticeDays: number; limit: number },
): Promise<SubscriptionRow[]> {
  const { renewsAfter, renewsBefore, noticeDays, limit } = due;
  return db
    .selectFrom('subscriptions')
    .selectAll()
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
