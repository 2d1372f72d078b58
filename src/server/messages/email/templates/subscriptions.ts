import { dayText } from '../../../../shared/day-text.ts';
import type { SubscriptionPlan } from '../../../../shared/enums.ts';
import { formatCents } from '../../../../shared/money.ts';
import { type PaidPlan, planNames } from '../../../../shared/payments/billing.ts';
import type { Email, Recipient } from '../email.operations.ts';
import { type Letter, renderEmail } from '../render-email.ts';
import { discountFact } from './receipt.ts';

/** A subscription as the emails tell of it; times are ISO. */
export type SubscriptionSnapshot = {
  plan: PaidPlan;
  priceCents: number;
  /** What the next renewal is charged. */
  renewalCents: number;
  currentPeriodEnd: string | null;
  pendingPlan: PaidPlan | null;
  pendingFrom: string | null;
  /** Until when a failed renewal keeps access. */
  graceEndsAt: string | null;
  /** The failed renewal waits for the cardholder's word to the bank. */
  needsConfirmation: boolean;
};

export type SubscriptionNews =
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

type Content = Pick<Letter, 'subject' | 'paragraphs' | 'closing'> & {
  leadsTo: 'plans' | 'billing' | 'start';
};

const dayOf = (at: string | null) => (at === null ? 'soon' : dayText(at));

function contentOf(news: SubscriptionNews, told: SubscriptionSnapshot): Content {
  const plan = planNames[told.plan];
  const until = dayOf(told.currentPeriodEnd);
  const price = formatCents(told.priceCents);
  const renewal = formatCents(told.renewalCents);
  switch (news.kind) {
    case 'started':
      return {
        subject: `Your ${plan} plan has started`,
        paragraphs: [`Thank you for subscribing. The coaching plans of ${plan} are open to you now.`],
        closing: ['It renews each month until you cancel, which takes two clicks on your billing page.'],
        leadsTo: 'start',
      };
    case 'changed':
      return {
        subject: `Your plan is now ${plan}`,
        paragraphs: [`Your plan was changed from ${planNames[news.from]} to ${plan}.`],
        leadsTo: 'billing',
      };
    case 'change_scheduled': {
      const next = planNames[told.pendingPlan ?? told.plan];
      return {
        subject: `Your plan changes to ${next} on ${dayOf(told.pendingFrom)}`,
        paragraphs: [
          `As you asked, your plan becomes ${next} on ${dayOf(told.pendingFrom)}. Until then you keep everything that ${plan} opens.`,
        ],
        closing: ['You can take this back on your billing page until that day.'],
        leadsTo: 'billing',
      };
    }
    case 'change_withdrawn':
      return {
        subject: `Your plan stays ${plan}`,
        paragraphs: [`The change that was planned is off: you keep ${plan}.`],
        leadsTo: 'billing',
      };
    case 'cancelled':
      return {
        subject: 'Your subscription is cancelled',
        paragraphs: [`Nothing will be charged any more. You keep ${plan} until ${until}.`],
        closing: ['If you change your mind before that day, choose “Keep my plan” on your billing page.'],
        leadsTo: 'billing',
      };
    case 'resumed':
      return {
        subject: `You keep your ${plan} plan`,
        paragraphs: [`Your cancellation was taken back. Your plan renews on ${until} for ${renewal}.`],
        leadsTo: 'billing',
      };
    case 'payment_failed':
      if (told.needsConfirmation) {
        return {
          subject: 'Please confirm your payment',
          paragraphs: [
            `Your bank asks you to confirm the monthly payment of ${price} for your ${plan} plan before it goes through. You keep your access until ${dayOf(told.graceEndsAt)}.`,
          ],
          closing: ['“Confirm payment” on your billing page leads to your bank. It takes a minute.'],
          leadsTo: 'billing',
        };
      }
      return {
        subject: 'Your payment did not go through',
        paragraphs: [
          `The monthly payment of ${price} for your ${plan} plan was refused. You keep your access until ${dayOf(told.graceEndsAt)}, and we try again meanwhile.`,
        ],
        closing: ['Most often a card has expired: a new one on your billing page settles it at once.'],
        leadsTo: 'billing',
      };
    case 'grace_ending':
      return {
        subject: `Your ${plan} plan ends on ${dayOf(told.graceEndsAt)}`,
        paragraphs: [
          `The payment of ${price} for your ${plan} plan is still missing. Without it your plan falls to Free on ${dayOf(told.graceEndsAt)}. Nothing of yours is deleted.`,
        ],
        leadsTo: 'billing',
      };
    case 'restored':
      return {
        subject: 'Your payment has arrived',
        paragraphs: [`Thank you: your ${plan} plan is in order again and paid until ${until}.`],
        leadsTo: 'start',
      };
    case 'renewal_soon':
      return {
        subject: `Your ${plan} plan renews on ${until}`,
        paragraphs: [`On ${until} we charge ${renewal} for the next month of your ${plan} plan.`],
        closing: ['There is nothing to do if you want to go on.'],
        leadsTo: 'billing',
      };
    case 'price_change': {
      const next = formatCents(news.toCents);
      const from = dayOf(news.from.toISOString());
      return {
        subject: `Your ${plan} plan will cost ${next} a month`,
        paragraphs: [
          `From ${from} on your ${plan} plan costs ${next} a month instead of ${price}.`,
          `A renewal before that day is still charged at ${price}; the first one on or after it is charged at ${next}. We write again a week before each renewal.`,
        ],
        closing: [
          'If that is not for you, change or cancel your plan on your billing page in two clicks. You keep what you have paid for.',
        ],
        leadsTo: 'billing',
      };
    }
    case 'ended':
      return {
        subject: `Your ${plan} plan has ended`,
        paragraphs: [
          news.because === 'unpaid'
            ? `The payment for your ${plan} plan did not arrive, so your plan is Free now.`
            : `Your ${plan} plan has run out and your plan is Free now.`,
          'Your progress and notes stay, and so does everything you bought one by one.',
        ],
        leadsTo: 'plans',
      };
  }
}

const targets = {
  plans: { label: 'See the plans', path: '/subscription-plans' },
  billing: { label: 'Your billing page', path: '/billing' },
  start: { label: 'Your coaching plans', path: '/coaching-pdfs' },
} as const;

/** The same news in the words of notifications. */
export function subscriptionLabels(news: SubscriptionNews, told: SubscriptionSnapshot) {
  const { subject, paragraphs, leadsTo } = contentOf(news, told);
  return { title: subject, body: paragraphs[0] ?? '', path: targets[leadsTo].path };
}

/** One mail about a subscription. @param key what makes it one, however often it is asked for */
export function subscriptionEmail(
  to: Recipient,
  news: SubscriptionNews,
  told: SubscriptionSnapshot,
  options: { appUrl: string; key: string },
): Email {
  const { leadsTo, ...content } = contentOf(news, told);
  const { label, path } = targets[leadsTo];
  const facts: [string, string][] =
    news.kind === 'ended'
      ? [['Plan', planNames[told.plan]]]
      : [
          ['Plan', planNames[told.plan]],
          [
            'Price',
            `${formatCents(news.kind === 'renewal_soon' ? told.renewalCents : told.priceCents)} a month`,
          ],
        ];
  return {
    kind: `subscription_${news.kind}`,
    userId: to.id,
    to: to.email,
    ...renderEmail({
      ...content,
      firstName: to.firstName,
      facts,
      action: { label, url: `${options.appUrl}${path}` },
    }),
    dedupeKey: `subscription_${news.kind}:${options.key}`,
  };
}

export type GrantNews = 'given' | 'ending' | 'ended' | 'revoked';

export type GrantSnapshot = { id: string; plan: SubscriptionPlan; startsAt: string; endsAt: string | null };

/** What is said of a plan that was given for free or by agreement, once a grant and end. */
export function grantLabels(news: GrantNews, grant: GrantSnapshot) {
  const plan = planNames[grant.plan];
  const end = grant.endsAt === null ? 'without an end' : `until ${dayOf(grant.endsAt)}`;
  const texts: Record<GrantNews, [subject: string, paragraph: string]> = {
    given: [
      `You were given the ${plan} plan`,
      `From ${dayOf(grant.startsAt)} the ${plan} plan is yours ${end}. Nothing is charged for it here.`,
    ],
    ending: [
      `Your ${plan} plan ends on ${dayOf(grant.endsAt)}`,
      `The ${plan} plan that you were given ends on ${dayOf(grant.endsAt)}. Nothing renews or is charged by itself.`,
    ],
    ended: [`Your ${plan} plan has ended`, `The ${plan} plan that you were given has ended.`],
    revoked: [`Your ${plan} plan has ended`, `The ${plan} plan that you were given was ended by our team.`],
  };
  const [title, body] = texts[news];
  return {
    title,
    body,
    ...targets[news === 'given' ? 'start' : 'plans'],
    key: `grant_${news}:${grant.id}:${news === 'given' || news === 'revoked' ? '' : grant.endsAt}`,
  };
}

/** One mail about such a plan. */
export function grantEmail(to: Recipient, news: GrantNews, grant: GrantSnapshot, appUrl: string): Email {
  const { title: subject, body: paragraph, label, path, key } = grantLabels(news, grant);
  return {
    kind: `grant_${news}`,
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject,
      firstName: to.firstName,
      paragraphs: [paragraph],
      action: { label, url: `${appUrl}${path}` },
      ...(news === 'given' ? {} : { closing: ['Your progress and notes stay.'] }),
    }),
    dedupeKey: key,
  };
}

/** The receipt of a paid invoice; one an invoice. */
export function subscriptionReceiptEmail(
  to: Recipient,
  receipt: {
    invoiceId: string;
    number: string;
    description: string;
    amountCents: number;
    paidOn: Date;
    discountCents: number;
    promotionCode: string | null;
  },
  appUrl: string,
): Email {
  return {
    kind: 'subscription_receipt',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: `Your receipt: ${receipt.description}`,
      firstName: to.firstName,
      paragraphs: ['Thank you. This payment has arrived.'],
      action: { label: targets.billing.label, url: `${appUrl}${targets.billing.path}` },
      facts: [
        ['For', receipt.description],
        ['Amount', formatCents(receipt.amountCents)],
        ...discountFact(receipt.promotionCode, receipt.discountCents),
        ['Date', dayOf(receipt.paidOn.toISOString())],
        ['Invoice', receipt.number],
      ],
      closing: ['Keep this mail as your receipt. The invoice itself is on your billing page.'],
    }),
    dedupeKey: `subscription_receipt:${receipt.invoiceId}`,
  };
}
