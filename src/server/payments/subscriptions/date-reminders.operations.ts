import { graceDays, grantNoticeMs } from '../../../shared/access/effective-plan.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import type { SubscriptionNotification } from '../../messages/email/templates/subscriptions.ts';
import { wasNotified } from '../../messages/notifications/notifications.operations.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { notifyOfLostPlan } from '../grants/grants.operations.ts';
import { type EndingGrantRow, findGrantsEnding } from '../grants/grants.queries.ts';
import { recipientOfRow } from '../ledger/purchases.present.ts';
import { notifySubscribers } from './notifications.operations.ts';
import { findSubscriptionsDue, type SubscriptionWithUser } from './subscriptions.queries.ts';
import { snapshotOf } from './sync.operations.ts';

/** How long in advance users are notified of a date. */
const renewalNoticeMs = 7 * dayMs;
const graceNoticeMs = 2 * dayMs;
/** After an outage, users are still notified of a grace period or grant that ended at most this long ago. */
const maxDelayMs = 3 * dayMs;

/**
 * Sends notifications that no event triggers: a renewal is near, or the end of a grace period or grant is near or has
 * passed. Each is sent once, however often this runs.
 * @param batch - how many rows are read per query
 */
export async function remindOfDates(deps: Deps, batch = 500): Promise<void> {
  const now = deps.now().getTime();
  /** The start of a grace period that ends now. */
  const graceStart = now - graceDays * dayMs;
  const due = (what: 'renewal' | 'grace', after: number, until: number) => (lastId: string | undefined) =>
    findSubscriptionsDue(
      deps.db,
      { what, after: new Date(after), until: new Date(until) },
      { lastId, batch },
    );
  const ending = (after: number, until: number) => (lastId: string | undefined) =>
    findGrantsEnding(
      deps.db,
      { after: new Date(after), until: new Date(until), now: new Date(now) },
      { lastId, batch },
    );

  await forEachRow(due('renewal', now, now + renewalNoticeMs), (row) => remindOfRenewal(deps, row));
  await forEachRow(due('grace', graceStart, graceStart + graceNoticeMs), (row) =>
    remindSubscriber(deps, row, { kind: 'grace_ending' }, row.past_due_since),
  );
  await forEachRow(due('grace', graceStart - maxDelayMs, graceStart), (row) =>
    remindSubscriber(deps, row, { kind: 'access_ended' }, row.past_due_since),
  );
  await forEachRow(ending(now, now + grantNoticeMs), (row) => remindGrantee(deps, row, 'ending'));
  await forEachRow(ending(now - maxDelayMs, now), (row) => remindGrantee(deps, row, 'ended'));
}

/** @param read - returns the next rows after `lastId`, ordered by id */
async function forEachRow<Row extends { id: string }>(
  read: (lastId: string | undefined) => Promise<Row[]>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  let rows = await read(undefined);
  while (rows.length > 0) {
    for (const row of rows) await work(row);
    rows = await read(rows.at(-1)?.id);
  }
}

/**
 * Reminds a subscriber of a renewal. If a change of plan is scheduled, the reminder is about the change, because the
 * renewal charges the new plan. Subscribers were also notified when they scheduled the change or undid a cancellation;
 * they are reminded only if that notification was sent a day or more before the reminder is due.
 */
async function remindOfRenewal(deps: Deps, row: SubscriptionWithUser): Promise<void> {
  const { id, user_id: userId, current_period_end: renewsAt, pending_plan: pendingPlan } = row;
  const kind = pendingPlan === null ? 'renewal_soon' : 'change_scheduled';
  const since = new Date(Date.parse(renewsAt ?? '') - renewalNoticeMs - dayMs);
  const keyPrefix = `subscription_${pendingPlan === null ? 'resumed' : 'change_scheduled'}:${id}:`;
  if (renewsAt === null || (await wasNotified(deps, { userId, keyPrefix, since }))) return;
  await remindSubscriber(deps, row, { kind }, renewsAt);
}

async function remindSubscriber(
  deps: Deps,
  row: SubscriptionWithUser,
  notification: SubscriptionNotification,
  occasion: string | null,
): Promise<void> {
  const to = recipientOfRow(row);
  const key = `${row.id}:${occasion}`;
  await inTransaction(deps.db, (trx) =>
    notifySubscribers(deps, trx, [{ to, notification, snapshot: snapshotOf(row), key }]),
  );
}

async function remindGrantee(deps: Deps, row: EndingGrantRow, kind: 'ending' | 'ended'): Promise<void> {
  await inTransaction(deps.db, (trx) =>
    notifyOfLostPlan(deps, trx, recipientOfRow(row), kind, row, new Date(row.ends_at)),
  );
}
