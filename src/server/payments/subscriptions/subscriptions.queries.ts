import type { Insertable } from 'kysely';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { finalStatuses } from '../../../shared/payments/subscription-statuses.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { SubscriptionRow, SubscriptionsTable } from '../../platform/db/tables/plan-tables.ts';

export async function findSubscription(db: Db | Trx, id: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findSubscriptions(db: Db, ids: readonly string[]): Promise<SubscriptionRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('subscriptions').selectAll().where('id', 'in', ids).execute();
}

/** Subscriptions on hold, because their Stripe price belongs to no plan. The longest waiting come first. */
export async function findSubscriptionsOnHold(db: Db, limit: number) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select([
      'subscriptions.id',
      'subscriptions.user_id',
      'subscriptions.plan',
      'subscriptions.status',
      'subscriptions.price_cents',
      'subscriptions.held_at',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.deleted_at',
    ])
    .where('subscriptions.held_at', 'is not', null)
    .$narrowType<{ held_at: string }>()
    .orderBy('subscriptions.held_at')
    .limit(limit)
    .execute();
}

export async function upsertSubscription(
  trx: Trx,
  row: Insertable<SubscriptionsTable>,
): Promise<SubscriptionRow> {
  const { id: _id, user_id: _owner, created_at: _created, ...changes } = row;
  return trx
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A user's subscriptions that have not ended, newest first. */
export async function findRunningSubscriptions(db: Db | Trx, userId: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'not in', finalStatuses)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findSubscriptionsOf(db: Db, userId: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function setDuplicate(trx: Trx, id: string, isDuplicate: boolean): Promise<void> {
  await trx.updateTable('subscriptions').set({ is_duplicate: isDuplicate }).where('id', '=', id).execute();
}

/**
 * Takes the lock to change a subscription at Stripe.
 * @param claim - a lock from before `staleBefore` is taken over, because the server that took it has probably crashed
 * @returns false if another call holds the lock, or if the subscription does not exist
 */
export async function claimChange(
  db: Db,
  id: string,
  claim: { key: string; now: Date; staleBefore: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('subscriptions')
    .set({ change_key: claim.key, change_started_at: claim.now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('change_started_at', 'is', null),
        eb('change_started_at', '<', claim.staleBefore.toISOString()),
      ]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function releaseChange(db: Db, id: string, key: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ change_key: null, change_started_at: null })
    .where('id', '=', id)
    .where('change_key', '=', key)
    .execute();
}

/**
 * @param plan - the plan of a downgrade that replaces a cancellation, stored before the downgrade is scheduled at
 * Stripe; null once it is scheduled or the subscription is canceled again
 */
export async function setUnscheduledPlan(db: Db, id: string, plan: PaidPlan | null): Promise<void> {
  await db.updateTable('subscriptions').set({ unscheduled_plan: plan }).where('id', '=', id).execute();
}

/** An unpaid upgrade: the plan and the subscription's latest invoice before the upgrade. */
export type StoredUpgrade = { from: PaidPlan; invoiceId: string | null };

/** Stores an unpaid upgrade, unless an earlier unpaid upgrade is already stored. */
export async function storeUpgrade(db: Db, id: string, { from, invoiceId }: StoredUpgrade): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ free_upgrade_from: from, free_upgrade_invoice_id: invoiceId })
    .where('id', '=', id)
    .where('free_upgrade_from', 'is', null)
    .execute();
}

/** Removes a stored upgrade that was paid for or not made. Does nothing if another upgrade is stored. */
export async function settleUpgrade(
  db: Db | Trx,
  id: string,
  { from, invoiceId }: StoredUpgrade,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ free_upgrade_from: null, free_upgrade_invoice_id: null })
    .where('id', '=', id)
    .where('free_upgrade_from', '=', from)
    .where('free_upgrade_invoice_id', 'is not distinct from', invoiceId)
    .execute();
}

/**
 * Running subscriptions with an `unscheduled_plan` and no change in progress. A change that began before
 * `startedBefore` counts as interrupted, not as in progress.
 */
export async function findInterruptedDowngrades(db: Db, startedBefore: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('subscriptions')
    .select('id')
    .where('unscheduled_plan', 'is not', null)
    .where('status', 'not in', finalStatuses)
    .where((eb) =>
      eb.or([eb('change_started_at', 'is', null), eb('change_started_at', '<', startedBefore.toISOString())]),
    )
    .orderBy('id')
    .limit(100)
    .execute();
}

/**
 * Subscriptions that have not ended and whose `synced_at` is null or before `readBefore`, in the order of `synced_at`.
 */
export async function findSubscriptionsToRead(
  db: Db,
  bounds: { readBefore: Date; limit: number },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', 'not in', finalStatuses)
    .where((eb) =>
      eb.or([eb('synced_at', 'is', null), eb('synced_at', '<', bounds.readBefore.toISOString())]),
    )
    .orderBy('synced_at', (order) => order.asc().nullsFirst())
    .limit(bounds.limit)
    .execute();
}

/** Moves a subscription to the end of the queue of `findSubscriptionsToRead`, even if reading it from Stripe failed. */
export async function touchSubscription(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('subscriptions').set({ synced_at: now }).where('id', '=', id).execute();
}

export type SubscriptionWithUser = SubscriptionRow & {
  email: string;
  first_name: string;
  time_zone: string | null;
};

/** Subscriptions with their users. Excludes users whose account is deleted or about to be deleted. */
export function subscriptionsWithUsers(db: Db | Trx) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .selectAll('subscriptions')
    .select(['users.email', 'users.first_name', 'users.time_zone'])
    .where('users.deleted_at', 'is', null)
    .where('users.deletion_due_at', 'is', null);
}

/**
 * A batch of `subscriptionsWithUsers` with ids after `lastId`, ordered by id. Omits a subscription whose user has a
 * newer one (`is_duplicate`).
 * @param due - `renewal`: active ones that renew after `after` and not later than `until`; `grace`: past-due ones that
 * became past due in this range
 */
export async function findSubscriptionsDue(
  db: Db,
  due: { what: 'renewal' | 'grace'; after: Date; until: Date },
  { lastId, batch }: { lastId: string | undefined; batch: number },
): Promise<SubscriptionWithUser[]> {
  const query = subscriptionsWithUsers(db).where('subscriptions.is_duplicate', '=', false);
  const column = due.what === 'renewal' ? 'subscriptions.current_period_end' : 'subscriptions.past_due_since';
  const chosen =
    due.what === 'renewal'
      ? query
          .where('subscriptions.status', '=', 'active')
          .where('subscriptions.cancel_at_period_end', '=', false)
      : query.where('subscriptions.status', '=', 'past_due');
  return chosen
    .where(column, '>', due.after.toISOString())
    .where(column, '<=', due.until.toISOString())
    .$if(lastId !== undefined, (rows) => rows.where('subscriptions.id', '>', lastId ?? ''))
    .orderBy('subscriptions.id')
    .limit(batch)
    .execute();
}
