import { expect, it } from 'vitest';
import type { AdminPlans, AdminSubscription } from '../../../../shared/payments/billing.ts';
import { planReason, subscriptionFacts, suspensionText } from './plan-texts.ts';

const now = new Date('2026-11-20T12:00:00Z');
const subscription: AdminSubscription = {
  id: 'sub_1',
  plan: 'gold',
  status: 'active',
  priceCents: 500,
  renewalCents: 500,
  currentPeriodEnd: '2026-12-03T12:00:00Z',
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  pendingPlan: null,
  isDuplicate: false,
  suspendedAt: null,
  coveredPlan: null,
  createdAt: '2026-11-03T12:00:00Z',
};
const grant: AdminPlans['grants'][number] = {
  id: '00000000-0000-4000-8000-000000000000',
  userId: '00000000-0000-4000-8000-000000000000',
  plan: 'diamond',
  amountCents: null,
  description: null,
  startsAt: '2026-11-03T12:00:00Z',
  endsAt: null,
  isActive: true,
  reason: 'Won the tournament',
  grantedByName: 'Olga Owner',
  revokedAt: null,
  revokeReason: null,
  createdAt: '2026-11-03T12:00:00Z',
};

it.each<[string, AdminPlans]>([
  ['because there is no paid or complimentary membership', { plan: 'free', subscriptions: [], grants: [] }],
  [
    'because Gold is suspended: its payment is disputed or was lost in a dispute, or a refund ended its access',
    { plan: 'free', subscriptions: [{ ...subscription, suspendedAt: '2026-11-10T00:00:00Z' }], grants: [] },
  ],
  [
    'because there is no paid or complimentary membership',
    {
      plan: 'free',
      subscriptions: [{ ...subscription, status: 'canceled', suspendedAt: '2026-11-10T00:00:00Z' }],
      grants: [],
    },
  ],
  [
    'because Gold has been unpaid for more than 7 days',
    {
      plan: 'free',
      subscriptions: [{ ...subscription, status: 'past_due', pastDueSince: '2026-11-13T11:00:00Z' }],
      grants: [],
    },
  ],
  [
    'because it is paid and renews on 3 Dec 2026',
    { plan: 'gold', subscriptions: [subscription], grants: [] },
  ],
  [
    'because it is paid until 3 Dec 2026 and does not renew',
    { plan: 'gold', subscriptions: [{ ...subscription, cancelAtPeriodEnd: true }], grants: [] },
  ],
  [
    'because Olga Owner gave it without an end date',
    { plan: 'diamond', subscriptions: [subscription], grants: [grant] },
  ],
  [
    'because Olga Owner gave it until 24 Dec 2026',
    // The last day is the 24th.
    { plan: 'diamond', subscriptions: [], grants: [{ ...grant, endsAt: '2026-12-25T00:00:00Z' }] },
  ],
  [
    'because it is paid and renews on 3 Dec 2026',
    // The upgrade to Gold is disputed, so only Silver, which another payment paid for, is in effect.
    {
      plan: 'silver',
      subscriptions: [{ ...subscription, suspendedAt: '2026-11-10T00:00:00Z', coveredPlan: 'silver' }],
      grants: [],
    },
  ],
])('the reason for the current plan: %s', (reason, plans) => {
  expect(planReason(plans, now)).toBe(reason);
});

it('the reason for a plan whose last payment was not received names the time when access ends', () => {
  const unpaid = { ...subscription, status: 'past_due', pastDueSince: '2026-11-18T12:00:00Z' };
  expect(planReason({ plan: 'gold', subscriptions: [unpaid], grants: [] }, now)).toMatch(
    /^although its last payment was not received\. Unless it is paid, access ends on 25 Nov 2026, \d\d:\d\d /,
  );
});

it.each<[string, Partial<typeof subscription>]>([
  ['$5.00 a month, renews 3 Dec 2026', {}],
  ['$5.00 a month, renews 3 Dec 2026 for $7.00', { renewalCents: 700 }],
  ['$5.00 a month, ends 3 Dec 2026', { cancelAtPeriodEnd: true, renewalCents: 700 }],
  ['$5.00 a month, renews 3 Dec 2026, then Silver', { pendingPlan: 'silver', renewalCents: 700 }],
  ['$5.00 a month, unpaid since 18 Nov 2026', { status: 'past_due', pastDueSince: '2026-11-18T00:00:00Z' }],
  ['$5.00 a month', { status: 'canceled' }],
  ['$5.00 a month', { cancelAtPeriodEnd: true, currentPeriodEnd: '2026-11-19T12:00:00Z' }],
])('a subscription is described as “%s”', (expected, changes) => {
  expect(subscriptionFacts({ ...subscription, ...changes }, now)).toBe(expected);
});

it.each([
  ['Suspended', {}],
  ['Suspended, Silver remains', { coveredPlan: 'silver' as const }],
  [undefined, { suspendedAt: null }],
  [undefined, { status: 'canceled' }],
])('the text about the suspended part of a subscription is: %s', (text, changes) => {
  const suspended = { ...subscription, suspendedAt: '2026-11-10T00:00:00Z', ...changes };
  expect(suspensionText(suspended, now)).toBe(text);
});
