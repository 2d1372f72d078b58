import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { queueEmail, type RecipientWithTimeZone } from '../../messages/email/email.operations.ts';
import {
  type SubscriptionNotification,
  type SubscriptionSnapshot,
  subscriptionEmail,
  subscriptionLabels,
} from '../../messages/email/templates/subscriptions.ts';
import { notify } from '../../messages/notifications/notifications.operations.ts';
import { isAbleToLogIn } from '../../platform/db/can-log-in.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Transition } from './transitions.ts';

type SubscriberNotification = {
  to: RecipientWithTimeZone;
  notification: SubscriptionNotification;
  snapshot: SubscriptionSnapshot;
  /** Deduplicates the email and the notification. */
  key: string;
};

const unpaidKinds: readonly string[] = ['payment_failed', 'grace_ending', 'access_ended'];

/** Notifies the user about a subscription, by email and in the app. */
export async function notifySubscriber(
  deps: Deps,
  trx: Trx,
  { to, notification: change, snapshot, key }: SubscriberNotification,
): Promise<void> {
  const notification: SubscriptionNotification =
    change.kind === 'cancelled' ? { ...change, isSuspended: !(await isAbleToLogIn(trx, to.id)) } : change;
  await queueEmail(deps, trx, subscriptionEmail(to, notification, snapshot, { appUrl: deps.appUrl(), key }));
  await notify(trx, {
    userId: to.id,
    kind: unpaidKinds.includes(notification.kind) ? 'payment_failed' : 'subscription_changed',
    ...subscriptionLabels(notification, snapshot, to.timeZone),
    dedupeKey: `subscription_${notification.kind}:${key}`,
    appearsAt: deps.now(),
  });
}

/**
 * Records the analytics event of a subscription's transition, if there is one, in the database transaction that stores
 * the transition.
 * @param isEndKnown whether the subscription was canceled earlier, so that its end is recorded already
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
