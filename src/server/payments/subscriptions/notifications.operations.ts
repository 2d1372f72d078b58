import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { notifyAdminsWithEmail } from '../../messages/email/admin-emails.operations.ts';
import {
  type Email,
  queueEmails,
  type RecipientWithTimeZone,
} from '../../messages/email/email.operations.ts';
import {
  type SubscriptionNotification,
  type SubscriptionSnapshot,
  subscriptionEmail,
  subscriptionLabels,
} from '../../messages/email/templates/subscriptions.ts';
import {
  type NewNotification,
  newestKey,
  notify,
} from '../../messages/notifications/notifications.operations.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { findCoveringGrant } from '../grants/grants.queries.ts';
import type { Transition } from './transitions.ts';

type SubscriberNotification = {
  to: RecipientWithTimeZone;
  notification: SubscriptionNotification;
  snapshot: SubscriptionSnapshot;
  /** Deduplicates the email and the notification. */
  key: string;
};

/** Whether the newest notification about the subscription says that it ends. */
export async function isEndAnnounced(trx: Trx, { id, user_id }: SubscriptionRow): Promise<boolean> {
  return (await newestKey(trx, user_id, `:${id}:`))?.startsWith('subscription_cancelled:') ?? false;
}

const unpaidKinds: readonly string[] = ['payment_failed', 'grace_ending', 'access_ended'];

const batchSize = 200;

/** Notifies users about their subscriptions, by email and in the app, in batches. */
export async function notifySubscribers(
  deps: Deps,
  trx: Trx,
  notifications: readonly SubscriberNotification[],
): Promise<void> {
  const appUrl = deps.appUrl();
  const appearsAt = deps.now();
  for (let start = 0; start < notifications.length; start += batchSize) {
    const emails: Email[] = [];
    const inApp: NewNotification[] = [];
    for (const { to, notification, snapshot, key } of notifications.slice(start, start + batchSize)) {
      emails.push(subscriptionEmail(to, notification, snapshot, { appUrl, key }));
      inApp.push({
        userId: to.id,
        kind: unpaidKinds.includes(notification.kind) ? 'payment_failed' : 'subscription_changed',
        ...subscriptionLabels(notification, snapshot, to.timeZone),
        dedupeKey: `subscription_${notification.kind}:${key}`,
        appearsAt,
      });
    }
    await queueEmails(deps, trx, emails);
    await notify(trx, ...inApp);
  }
}

/**
 * Describes the start of a subscription to its user. Also notifies admins if grants include its plan: nobody can
 * subscribe to such a plan, but its first payment may arrive after the grant was given.
 */
export async function describeStart(
  deps: Deps,
  trx: Trx,
  { id, user_id: userId, plan, cancel_at_period_end: isCanceled }: SubscriptionRow,
): Promise<SubscriptionNotification> {
  const isGranted = (await findCoveringGrant(trx, userId, plan, deps.now())) !== undefined;
  if (isGranted) {
    await notifyAdminsWithEmail(deps, trx, {
      kind: 'admin_on_hold',
      text: 'staff_granted_membership',
      values: { plan: planNames[plan] },
      path: `/admin/users/${userId}`,
      dedupeKey: `granted_membership:${id}`,
      appearsAt: deps.now(),
    });
  }
  return { kind: 'started', but: isCanceled ? 'canceled' : isGranted ? 'granted' : undefined };
}

/**
 * Records the analytics event of a subscription's transition, if there is one, in the database transaction that stores
 * the transition.
 * @param isEndKnown - whether the subscription was canceled earlier, so that its end is recorded already
 */
export async function recordTransition(
  trx: Trx,
  transition: Transition,
  { userId, plan, isEndKnown, at }: { userId: string; plan: PaidPlan; isEndKnown: boolean; at: Date },
): Promise<void> {
  const about = { userId, properties: { plan }, at };
  switch (transition.kind) {
    case 'started':
      return recordEvent(trx, 'subscription_started', about);
    case 'changed':
      return recordEvent(trx, 'subscription_changed', about);
    case 'cancelled':
      return recordEvent(trx, 'subscription_canceled', about);
    case 'ended':
      return isEndKnown ? undefined : recordEvent(trx, 'subscription_canceled', about);
    case 'payment_failed':
      return recordEvent(trx, 'payment_failed', { userId, properties: {}, at });
    case 'access_ended':
    case 'change_scheduled':
    case 'change_withdrawn':
    case 'resumed':
    case 'restored':
      return undefined;
  }
}
