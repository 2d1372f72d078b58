import { dayText } from '../../../../shared/day-text.ts';
import type { SubscriptionPlan } from '../../../../shared/enums.ts';
import { formatCents } from '../../../../shared/money.ts';
import { type PaidPlan, planNames } from '../../../../shared/payments/billing.ts';
import type { Email, Recipient } from '../email.operations.ts';
import { type EmailContent, renderEmail } from '../render-email.ts';
import { type Buyer, buyerText, discountFact, taxFact } from './receipt.ts';

/** A subscription as emails describe it. Times are ISO 8601 timestamps. */
export type SubscriptionSnapshot = {
  plan: PaidPlan;
  priceCents: number;
  /** The price of the next renewal. */
  renewalCents: number;
  currentPeriodEnd: string | null;
  pendingPlan: PaidPlan | null;
  pendingFrom: string | null;
  /** End of the grace period after a failed renewal. */
  graceEndsAt: string | null;
  /** The failed renewal requires authentication by the cardholder. */
  needsConfirmation: boolean;
};

export type SubscriptionNotification =
  | { kind: 'started' }
  | { kind: 'changed'; from: PaidPlan }
  | { kind: 'change_scheduled' }
  | { kind: 'change_withdrawn' }
  | { kind: 'cancelled' }
  | { kind: 'resumed' }
  | { kind: 'payment_failed' }
  | { kind: 'grace_ending' }
  | { kind: 'restored' }
  | { kind: 'renewal_soon' }
  | { kind: 'ended'; because: 'cancelled' | 'unpaid' }
  | { kind: 'price_change'; toCents: number; from: Date };

type Content = Pick<EmailContent, 'subject' | 'paragraphs' | 'closing'> & {
  leadsTo: 'plans' | 'billing' | 'start';
};

const dayOf = (at: string | null) => (at === null ? 'soon' : dayText(at));

function contentOf(notification: SubscriptionNotification, snapshot: SubscriptionSnapshot): Content {
  const plan = planNames[snapshot.plan];
  const until = dayOf(snapshot.currentPeriodEnd);
  const price = formatCents(snapshot.priceCents);
  const renewal = formatCents(snapshot.renewalCents);
  switch (notification.kind) {
    case 'started':
      return {
        subject: `Your ${plan} membership has started`,
        paragraphs: [`Thank you for subscribing. The coaching plans of ${plan} are open to you now.`],
        closing: ['It renews each month until you cancel, which takes two clicks on your billing page.'],
        leadsTo: 'start',
      };
    case 'changed':
      return {
        subject: `Your membership is now ${plan}`,
        paragraphs: [`Your membership was changed from ${planNames[notification.from]} to ${plan}.`],
        leadsTo: 'billing',
      };
    case 'change_scheduled': {
      const next = planNames[snapshot.pendingPlan ?? snapshot.plan];
      return {
        subject: `Your membership changes to ${next} on ${dayOf(snapshot.pendingFrom)}`,
        paragraphs: [
          `As you asked, your membership becomes ${next} on ${dayOf(snapshot.pendingFrom)}. Until then you keep everything that ${plan} opens.`,
        ],
        closing: ['You can undo this on your billing page until that day.'],
        leadsTo: 'billing',
      };
    }
    case 'change_withdrawn':
      return {
        subject: `Your membership stays ${plan}`,
        paragraphs: [`The scheduled change was cancelled: you keep ${plan}.`],
        leadsTo: 'billing',
      };
    case 'cancelled':
      return {
        subject: 'Your subscription is cancelled',
        paragraphs: [`You won’t be charged again. You keep ${plan} until ${until}.`],
        closing: ['If you change your mind before that day, choose “Keep my plan” on your billing page.'],
        leadsTo: 'billing',
      };
    case 'resumed':
      return {
        subject: `You keep your ${plan} membership`,
        paragraphs: [`Your cancellation was undone. Your membership renews on ${until} for ${renewal}.`],
        leadsTo: 'billing',
      };
    case 'payment_failed':
      if (snapshot.needsConfirmation) {
        return {
          subject: 'Please confirm your payment',
          paragraphs: [
            `Your bank asks you to confirm the monthly payment of ${price} for your ${plan} membership before it goes through. You keep your access until ${dayOf(snapshot.graceEndsAt)}.`,
          ],
          closing: ['“Confirm payment” on your billing page leads to your bank. It takes a minute.'],
          leadsTo: 'billing',
        };
      }
      return {
        subject: 'Your payment did not go through',
        paragraphs: [
          `The monthly payment of ${price} for your ${plan} membership was declined. You keep your access until ${dayOf(snapshot.graceEndsAt)}, and we will try again before then.`,
        ],
        closing: ['Usually the card has expired: adding a new one on your billing page fixes it at once.'],
        leadsTo: 'billing',
      };
    case 'grace_ending':
      return {
        subject: `Your ${plan} membership ends on ${dayOf(snapshot.graceEndsAt)}`,
        paragraphs: [
          `The payment of ${price} for your ${plan} membership is still missing. Without it, your membership changes to Free on ${dayOf(snapshot.graceEndsAt)}. Nothing of yours is deleted.`,
        ],
        leadsTo: 'billing',
      };
    case 'restored':
      return {
        subject: 'Your payment has arrived',
        paragraphs: [`Thank you. Your ${plan} membership is paid until ${until}.`],
        leadsTo: 'start',
      };
    case 'renewal_soon':
      return {
        subject: `Your ${plan} membership renews on ${until}`,
        paragraphs: [`On ${until} we charge ${renewal} for the next month of your ${plan} membership.`],
        closing: ['If you want to continue, there is nothing to do.'],
        leadsTo: 'billing',
      };
    case 'price_change': {
      const next = formatCents(notification.toCents);
      const from = dayOf(notification.from.toISOString());
      return {
        subject: `Your ${plan} membership will cost ${next} a month`,
        paragraphs: [
          `From ${from}, your ${plan} membership costs ${next} a month instead of ${price}.`,
          `A renewal before that day is still charged at ${price}; the first one on or after it is charged at ${next}. We will email you a week before each renewal.`,
        ],
        closing: [
          'If that does not suit you, you can change or cancel your membership on your billing page in two clicks. You keep what you have paid for.',
        ],
        leadsTo: 'billing',
      };
    }
    case 'ended':
      return {
        subject: `Your ${plan} membership has ended`,
        paragraphs: [
          notification.because === 'unpaid'
            ? `The payment for your ${plan} membership did not arrive, so your membership is Free now.`
            : `Your ${plan} membership has ended, and your membership is Free now.`,
          'Your progress and notes stay, and so do the products you bought.',
        ],
        leadsTo: 'plans',
      };
  }
}

const targets = {
  plans: { label: 'See memberships', path: '/subscription-plans' },
  billing: { label: 'Your billing page', path: '/billing' },
  start: { label: 'Your coaching plans', path: '/coaching-pdfs' },
} as const;

/** Title, body and path of the notification. */
export function subscriptionLabels(notification: SubscriptionNotification, snapshot: SubscriptionSnapshot) {
  const { subject, paragraphs, leadsTo } = contentOf(notification, snapshot);
  return { title: subject, body: paragraphs[0] ?? '', path: targets[leadsTo].path };
}

/** @param options `key` deduplicates the email */
export function subscriptionEmail(
  to: Recipient,
  notification: SubscriptionNotification,
  snapshot: SubscriptionSnapshot,
  options: { appUrl: string; key: string },
): Email {
  const { leadsTo, ...content } = contentOf(notification, snapshot);
  const { label, path } = targets[leadsTo];
  const facts: [string, string][] =
    notification.kind === 'ended'
      ? [['Membership', planNames[snapshot.plan]]]
      : [
          ['Membership', planNames[snapshot.plan]],
          [
            'Price',
            `${formatCents(notification.kind === 'renewal_soon' ? snapshot.renewalCents : snapshot.priceCents)} a month`,
          ],
        ];
  return {
    kind: `subscription_${notification.kind}`,
    userId: to.id,
    to: to.email,
    ...renderEmail({
      ...content,
      firstName: to.firstName,
      facts,
      action: { label, url: `${options.appUrl}${path}` },
    }),
    dedupeKey: `subscription_${notification.kind}:${options.key}`,
  };
}

export type GrantNotification = 'given' | 'ending' | 'ended' | 'revoked';

export type GrantSnapshot = { id: string; plan: SubscriptionPlan; startsAt: string; endsAt: string | null };

/** Title and body about a granted plan. */
export function grantLabels(notification: GrantNotification, grant: GrantSnapshot) {
  const plan = planNames[grant.plan];
  const end = grant.endsAt === null ? 'without an end' : `until ${dayOf(grant.endsAt)}`;
  const texts: Record<GrantNotification, [subject: string, paragraph: string]> = {
    given: [
      `You were given the ${plan} membership`,
      `From ${dayOf(grant.startsAt)} the ${plan} membership is yours ${end}. Nothing is charged for it here.`,
    ],
    ending: [
      `Your ${plan} membership ends on ${dayOf(grant.endsAt)}`,
      `The ${plan} membership that you were given ends on ${dayOf(grant.endsAt)}. Nothing renews or is charged automatically.`,
    ],
    ended: [`Your ${plan} membership has ended`, `The ${plan} membership that you were given has ended.`],
    revoked: [
      `Your ${plan} membership has ended`,
      `The ${plan} membership that you were given was ended by our team.`,
    ],
  };
  const [title, body] = texts[notification];
  return {
    title,
    body,
    ...targets[notification === 'given' ? 'start' : 'plans'],
    key: `grant_${notification}:${grant.id}:${notification === 'given' || notification === 'revoked' ? '' : grant.endsAt}`,
  };
}

/** Email about a granted plan. */
export function grantEmail(
  to: Recipient,
  notification: GrantNotification,
  grant: GrantSnapshot,
  appUrl: string,
): Email {
  const { title: subject, body: paragraph, label, path, key } = grantLabels(notification, grant);
  return {
    kind: `grant_${notification}`,
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject,
      firstName: to.firstName,
      paragraphs: [paragraph],
      action: { label, url: `${appUrl}${path}` },
      ...(notification === 'given' ? {} : { closing: ['Your progress and notes stay.'] }),
    }),
    dedupeKey: key,
  };
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
  },
  seller: string,
  appUrl: string,
): Email {
  return {
    kind: 'subscription_receipt',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: `Your receipt: ${receipt.description}`,
      firstName: to.firstName,
      paragraphs: ['Thank you. We received your payment.'],
      action: { label: targets.billing.label, url: `${appUrl}${targets.billing.path}` },
      facts: [
        ['For', receipt.description],
        ['Amount', formatCents(receipt.amountCents)],
        ...discountFact(receipt.promotionCode, receipt.discountCents),
        ...taxFact(receipt.taxCents),
        ['Date', dayOf(receipt.paidOn.toISOString())],
        ['Invoice number', receipt.number],
        ['Seller', seller],
        ['Buyer', buyerText(to)],
      ],
      closing: ['Please keep this email as your receipt. The invoice is on your billing page.'],
    }),
    dedupeKey: `subscription_receipt:${receipt.invoiceId}`,
  };
}
