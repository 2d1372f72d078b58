import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../messages/email/mail.operations.ts';
import {
  type GrantNews,
  grantMail,
  grantWords,
  type Recipient,
  type SubscriptionNews,
  subscriptionMail,
  subscriptionWords,
  type ToldGrant,
  type ToldSubscription,
} from '../../messages/email/templates/subscription-mails.ts';
import { notify } from '../../messages/notifications/notifications.operations.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Transition } from './subscription-transitions.ts';

export type ToldNews = {
  to: Recipient;
  news: SubscriptionNews;
  told: ToldSubscription;
  /** Makes it one mail and one line of the bell, however often it is learnt of. */
  key: string;
};

/** News of a subscription, by mail and in the bell. */
export async function tellSubscriber(deps: Deps, trx: Trx, { to, news, told, key }: ToldNews): Promise<void> {
  await queueMail(deps, trx, subscriptionMail(to, news, told, { appUrl: deps.appUrl(), key }));
  const isUnpaid = news.kind === 'payment_failed' || news.kind === 'grace_ending';
  await notify(trx, {
    userId: to.id,
    kind: isUnpaid ? 'payment_failed' : 'subscription_changed',
    ...subscriptionWords(news, told),
    dedupeKey: `subscription_${news.kind}:${key}`,
    now: deps.now(),
  });
}

/** News of a plan that was given, by mail and in the bell. */
export async function tellGrantee(
  deps: Deps,
  trx: Trx,
  to: Recipient,
  news: GrantNews,
  grant: ToldGrant,
): Promise<void> {
  await queueMail(deps, trx, grantMail(to, news, grant, deps.appUrl()));
  const { title, body, path, key } = grantWords(news, grant);
  await notify(trx, {
    userId: to.id,
    kind: 'subscription_changed',
    title,
    body,
    path,
    dedupeKey: key,
    now: deps.now(),
  });
}

/**
 * Writes what became of a subscription into the event log, in the transaction that notes it.
 * @param about.isEndKnown it was cancelled before, which was written down then
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
    case 'change_scheduled':
    case 'change_withdrawn':
    case 'resumed':
    case 'restored':
      return undefined;
  }
}
