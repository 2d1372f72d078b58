import { graceDays } from '../../../shared/access/effective-plan.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import type { SubscriptionNotification } from '../../messages/email/templates/subscriptions.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { notifyGrantee } from '../grants/grants.operations.ts';
import { type EndingGrantRow, findGrantsEnding } from '../grants/grants.queries.ts';
import { notifySubscriber } from './notifications.operations.ts';
import { findSubscriptionsDue, type SnapshotRow } from './subscriptions.queries.ts';
import { snapshotOf } from './sync.operations.ts';

const batch = 500;
/** How long in advance users are notified of a date. */
const renewalNotice = 7 * dayMs;
const grantNotice = 7 * dayMs;
const graceNotice = 2 * dayMs;
/** After an outage of up to this length, the job still announces what has ended. */
const late = 3 * dayMs;

/**
 * Sends notifications that no event triggers: a renewal, or the end of a grace period or grant, is near or has passed.
 * Each is sent once, however often this runs.
 * @returns how many were checked
 */
export async function remindOfDates(deps: Deps): Promise<number> {
  const now = deps.now().getTime();
  const at = (time: number) => new Date(time);
  const grace = graceDays * dayMs;
  const due = (what: 'renewal' | 'grace', after: number, before: number) =>
    findSubscriptionsDue(deps.db, { what, after: at(after), before: at(before) }, batch);
  const ending = (after: number, until: number) =>
    findGrantsEnding(deps.db, { after: at(after), until: at(until) }, batch);
  const news = [
    ...(await due('renewal', now, now + renewalNotice)).map((row) =>
      reminderOf(deps, row, { kind: 'renewal_soon' }, row.current_period_end),
    ),
    ...(await due('grace', now - grace, now - grace + graceNotice)).map((row) =>
      reminderOf(deps, row, { kind: 'grace_ending' }, row.past_due_since),
    ),
    ...(await due('grace', now - grace - late, now - grace)).map((row) =>
      reminderOf(deps, row, { kind: 'ended', because: 'unpaid' }, row.past_due_since),
    ),
    ...(await ending(now, now + grantNotice)).map((row) => reminderOfGrant(deps, row, 'ending')),
    ...(await ending(now - late, now)).map((row) => reminderOfGrant(deps, row, 'ended')),
  ];
  for (const tell of news) await inTransaction(deps.db, tell);
  return news.length;
}

type Telling = (trx: Trx) => Promise<void>;

function reminderOf(
  deps: Deps,
  row: SnapshotRow,
  news: SubscriptionNotification,
  occasion: string | null,
): Telling {
  const to = { id: row.user_id, email: row.email, firstName: row.first_name };
  return (trx) =>
    notifySubscriber(deps, trx, { to, news, told: snapshotOf(row), key: `${row.id}:${occasion}` });
}

function reminderOfGrant(deps: Deps, row: EndingGrantRow, news: 'ending' | 'ended'): Telling {
  const to = { id: row.user_id, email: row.email, firstName: row.first_name };
  return (trx) => notifyGrantee(deps, trx, to, news, row);
}
