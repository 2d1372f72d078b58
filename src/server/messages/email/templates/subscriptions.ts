import { lastMoment } from '../../../../shared/access/effective-plan.ts';
import { localDueText } from '../../../../shared/coaching/due-text.ts';
import { dayText, localDayText } from '../../../../shared/day-text.ts';
import type { SubscriptionPlan } from '../../../../shared/enums.ts';
import { formatCents } from '../../../../shared/money.ts';
import type { PaidPlan } from '../../../../shared/payments/billing.ts';
import { planNames } from '../../../../shared/payments/plan-names.ts';
import { originalEmail } from '../../../../shared/site-texts/email-texts.ts';
import type { StaffEmail, StaffRecipient } from '../admin-emails.operations.ts';
import { type Email, emailTo, type Recipient, type RecipientWithTimeZone } from '../email.operations.ts';
import type { EmailFromTemplate } from '../render-email.ts';
import { type Buyer, buyerText, discountFact, taxFact } from './receipt.ts';

/** A subscription as emails describe it. Times are ISO 8601 timestamps. */
export type SubscriptionSnapshot = {
  plan: PaidPlan;
  priceCents: number;
  /** The amount due on the unpaid invoice, which may be for an upgrade; null if no invoice is unpaid. */
  dueCents: number | null;
  /** The price of the next renewal. */
  renewalCents: number;
  currentPeriodEnd: string | null;
  pendingPlan: PaidPlan | null;
  pendingFrom: string | null;
  /** Per month from `pendingFrom` on; null if not known. */
  pendingPriceCents: number | null;
  /** End of the grace period after a failed renewal. */
  graceEndsAt: string | null;
  /** The failed renewal requires authentication by the cardholder. */
  needsConfirmation: boolean;
};

export type SubscriptionNotification =
  /** `but`: the user canceled it before the payment arrived, or was given a membership that includes it. */
  | { kind: 'started'; but?: 'canceled' | 'granted' | undefined }
  | { kind: 'changed'; from: PaidPlan }
  | { kind: 'change_scheduled' }
  | { kind: 'change_withdrawn' }
  | { kind: 'cancelled' }
  /** The cancellation was withdrawn. */
  | { kind: 'resumed' }
  | { kind: 'payment_failed' }
  | { kind: 'grace_ending' }
  /** The renewal stayed unpaid, but the subscription goes on: Stripe may still collect the payment. */
  | { kind: 'access_ended' }
  /** The membership is paid again after a failed renewal, or after Stripe paused it. */
  | { kind: 'restored' }
  | { kind: 'renewal_soon' }
  | { kind: 'ended'; because: 'cancelled' | 'unpaid' }
  | { kind: 'price_change'; toCents: number; from: Date }
  /** The announcement of a new price was withdrawn. */
  | { kind: 'price_withdrawn'; announcedCents: number };

type Content = Required<Pick<EmailFromTemplate, 'text' | 'values'>> &
  Pick<EmailFromTemplate, 'textIfSuspended'> & {
    leadsTo: 'plans' | 'billing' | 'start';
  };

const dayIn = (timeZone: string | null) => (at: string | null) =>
  at === null ? 'soon' : localDayText(at, timeZone);

function contentOf(
  notification: SubscriptionNotification,
  snapshot: SubscriptionSnapshot,
  timeZone: string | null,
): Content {
  const dayOf = dayIn(timeZone);
  const { kind } = notification;
  const plan = planNames[snapshot.plan];
  const price = formatCents(snapshot.priceCents);
  const due = formatCents(snapshot.dueCents ?? snapshot.priceCents);
  const renewal = formatCents(snapshot.renewalCents);
  const until = dayOf(snapshot.currentPeriodEnd);
  // With the time, because access ends at the hour of the failed charge, not at the end of the day.
  const graceEnd = snapshot.graceEndsAt === null ? 'soon' : localDueText(snapshot.graceEndsAt, timeZone);
  switch (kind) {
    case 'started':
      if (notification.but === 'canceled')
        return { text: 'subscription_started_canceled', values: { plan }, leadsTo: 'start' };
      if (notification.but === 'granted')
        return { text: 'subscription_started_granted', values: { plan }, leadsTo: 'billing' };
      return { text: 'subscription_started', values: { plan }, leadsTo: 'start' };
    case 'changed': {
      const oldPlan = planNames[notification.from];
      return { text: 'subscription_changed', values: { plan, oldPlan }, leadsTo: 'billing' };
    }
    case 'change_scheduled': {
      const newPlan = planNames[snapshot.pendingPlan ?? snapshot.plan];
      const date = dayOf(snapshot.pendingFrom);
      return { text: 'subscription_change_scheduled', values: { plan, newPlan, date }, leadsTo: 'billing' };
    }
    case 'change_withdrawn':
      return { text: 'subscription_change_withdrawn', values: { plan }, leadsTo: 'billing' };
    case 'cancelled':
      return {
        text: 'subscription_cancelled',
        textIfSuspended: 'subscription_cancelled_suspended',
        values: { plan, date: until },
        leadsTo: 'billing',
      };
    case 'resumed':
      return {
        text: 'subscription_resumed',
        values: { plan, date: until, price: renewal },
        leadsTo: 'billing',
      };
    case 'payment_failed':
      return {
        text: snapshot.needsConfirmation ? 'subscription_confirm_payment' : 'subscription_payment_failed',
        values: { plan, price: due, date: graceEnd },
        leadsTo: 'billing',
      };
    case 'grace_ending':
      return {
        text: snapshot.needsConfirmation ? 'subscription_grace_ending_confirm' : 'subscription_grace_ending',
        values: { plan, price: due, date: graceEnd },
        leadsTo: 'billing',
      };
    case 'access_ended':
      return {
        text: snapshot.needsConfirmation ? 'subscription_access_ended_confirm' : 'subscription_access_ended',
        values: { plan, price: due },
        leadsTo: 'billing',
      };
    case 'restored':
      return { text: 'subscription_restored', values: { plan, date: until }, leadsTo: 'start' };
    case 'renewal_soon':
      return {
        text: 'subscription_renewal_soon',
        values: { plan, date: until, price: renewal },
        leadsTo: 'billing',
      };
    case 'price_change': {
      const newPrice = formatCents(notification.toCents);
      const date = dayOf(notification.from.toISOString());
      return {
        text: 'subscription_price_change',
        values: { plan, price, newPrice, date },
        leadsTo: 'billing',
      };
    }
    case 'price_withdrawn': {
      const newPrice = formatCents(notification.announcedCents);
      return { text: 'subscription_price_withdrawn', values: { plan, price, newPrice }, leadsTo: 'billing' };
    }
    case 'ended':
      return {
        text: notification.because === 'unpaid' ? 'subscription_ended_unpaid' : 'subscription_ended',
        values: { plan },
        leadsTo: 'plans',
      };
  }
}

const targets = {
  plans: { label: 'See memberships', path: '/subscription-plans' },
  billing: { label: 'Your billing page', path: '/billing' },
  start: { label: 'Your coaching plans', path: '/coaching-pdfs' },
} as const;

/** Title, body and path of the notification. @param timeZone - the time zone of the days in the text; null means UTC */
export function subscriptionLabels(
  notification: SubscriptionNotification,
  snapshot: SubscriptionSnapshot,
  timeZone: string | null,
) {
  const { text, values, leadsTo } = contentOf(notification, snapshot, timeZone);
  const { subject, paragraphs } = originalEmail(text, values);
  return { title: subject, body: paragraphs[0] ?? '', path: targets[leadsTo].path };
}

/** Whether the email states the price of the next renewal instead of that of the current period. */
const namesRenewal = ({ kind }: SubscriptionNotification) =>
  kind === 'renewal_soon' || kind === 'resumed' || kind === 'change_withdrawn';

function factsOf(
  notification: SubscriptionNotification,
  snapshot: SubscriptionSnapshot,
  timeZone: string | null,
): [string, string][] {
  const { plan, priceCents, renewalCents, pendingFrom, pendingPriceCents } = snapshot;
  const membership: [string, string] = ['Membership', planNames[plan]];
  if (notification.kind === 'ended') return [membership];
  const monthly = (cents: number) => `${formatCents(cents)} a month`;
  const price: [string, string] = ['Price', monthly(namesRenewal(notification) ? renewalCents : priceCents)];
  if (notification.kind !== 'change_scheduled' || pendingPriceCents === null) return [membership, price];
  return [membership, price, [`Price from ${dayIn(timeZone)(pendingFrom)}`, monthly(pendingPriceCents)]];
}

/** @param options - `key` deduplicates the email */
export function subscriptionEmail(
  to: RecipientWithTimeZone,
  notification: SubscriptionNotification,
  snapshot: SubscriptionSnapshot,
  options: { appUrl: string; key: string },
): Email {
  const { leadsTo, ...texts } = contentOf(notification, snapshot, to.timeZone);
  const { label, path } = targets[leadsTo];
  return emailTo(to, {
    kind: `subscription_${notification.kind}`,
    ...texts,
    action: { label, url: `${options.appUrl}${path}` },
    facts: factsOf(notification, snapshot, to.timeZone),
    dedupeKey: `subscription_${notification.kind}:${options.key}`,
  });
}

export type GrantNotification = 'given' | 'ending' | 'ended' | 'revoked';

type GrantSnapshot = {
  id: string;
  plan: SubscriptionPlan;
  startsAt: string;
  endsAt: string | null;
  /** The user's time zone; null means UTC. */
  timeZone: string | null;
  /**
   * The user's own membership that the grant includes: it renews, or it starts once its first payment arrives. Null
   * without such a membership.
   */
  included: 'renews' | 'processing' | null;
};

const givenTexts = {
  renews: 'grant_given_to_subscriber',
  processing: 'grant_given_while_processing',
  none: 'grant_given',
} as const;

function grantText(notification: GrantNotification, grant: GrantSnapshot) {
  const dayAt = (at: string) => localDayText(at, grant.timeZone);
  const lastDay = grant.endsAt === null ? 'soon' : dayAt(lastMoment(grant.endsAt));
  return {
    text:
      notification === 'given' ? givenTexts[grant.included ?? 'none'] : (`grant_${notification}` as const),
    values: {
      plan: planNames[grant.plan],
      date: notification === 'given' ? dayAt(grant.startsAt) : lastDay,
      end: grant.endsAt === null ? 'without an end' : `until ${lastDay}`,
    },
  } as const;
}

/** Title, body, link and dedupe key of the notification about a granted plan. */
export function grantLabels(notification: GrantNotification, grant: GrantSnapshot) {
  const { text, values } = grantText(notification, grant);
  const { subject, paragraphs } = originalEmail(text, values);
  return {
    title: subject,
    body: paragraphs[0] ?? '',
    ...targets[notification !== 'given' ? 'plans' : grant.included ? 'billing' : 'start'],
    key: `grant_${notification}:${grant.id}:${notification === 'given' || notification === 'revoked' ? '' : grant.endsAt}`,
  };
}

export function grantEmail(
  to: Recipient,
  notification: GrantNotification,
  grant: GrantSnapshot,
  appUrl: string,
): Email {
  const { label, path, key } = grantLabels(notification, grant);
  return emailTo(to, {
    kind: `grant_${notification}`,
    ...grantText(notification, grant),
    action: { label, url: `${appUrl}${path}` },
    dedupeKey: key,
  });
}

/** Receipt for a paid invoice, sent once per invoice. */
export function subscriptionReceiptEmail(
  to: Buyer,
  receipt: {
    invoiceId: string;
    number: string;
    description: string;
    amountCents: number;
    paidOn: Date;
    discountCents: number;
    promotionCode: string | null;
    taxCents: number;
    /** The membership had ended before the payment, which therefore gives no access. */
    isAfterEnd: boolean;
  },
  seller: string,
  appUrl: string,
): Email {
  return emailTo(to, {
    kind: 'subscription_receipt',
    text: receipt.isAfterEnd ? 'subscription_receipt_ended' : 'subscription_receipt',
    values: { payment: receipt.description },
    action: { label: targets.billing.label, url: `${appUrl}${targets.billing.path}` },
    facts: [
      ['For', receipt.description],
      ['Amount', formatCents(receipt.amountCents)],
      ...discountFact(receipt.promotionCode, receipt.discountCents),
      ...taxFact(receipt.taxCents),
      ['Date', `${dayText(receipt.paidOn)} (UTC)`],
      ['Invoice number', receipt.number],
      ['Seller', seller],
      ['Buyer', buyerText(to)],
    ],
    dedupeKey: `subscription_receipt:${receipt.invoiceId}`,
  });
}

/** To the academy: after a backup was restored, Stripe has a subscription whose customer has no account here. */
export function unknownSubscriberEmail(to: StaffRecipient, subscriptionId: string): StaffEmail {
  return emailTo(to, {
    kind: 'subscriber_unknown',
    text: 'staff_subscriber_unknown',
    facts: [['Subscription', subscriptionId]],
    dedupeKey: `subscriber_unknown:${subscriptionId}:${to.id ?? 'support'}`,
  });
}
