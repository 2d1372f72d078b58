import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { MySubscription } from '../../../shared/payments/billing.ts';
import { planChoice } from './plan-choice.ts';

const offers = [
  { plan: 'free', rank: 0 },
  { plan: 'silver', rank: 1 },
  { plan: 'gold', rank: 2 },
  { plan: 'diamond', rank: 3 },
] as const;

const noSubscription: MySubscription = {
  plan: 'free',
  source: 'none',
  subscribedPlan: null,
  status: null,
  priceCents: null,
  currency: 'usd',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  pendingPlan: null,
  pendingFrom: null,
  pendingPriceCents: null,
  awaitsFirstPayment: false,
  pastDueSince: null,
  awaitsDebit: false,
  graceEndsAt: null,
  payUrl: null,
  needsConfirmation: false,
  renewalCents: null,
  announcedPriceCents: null,
  announcedFrom: null,
  grants: [],
  suspension: null,
  canManage: false,
};
const end = '2027-04-14T10:00:00.000Z';
const gold: MySubscription = {
  ...noSubscription,
  plan: 'gold',
  source: 'subscription',
  subscribedPlan: 'gold',
  status: 'active',
  priceCents: 500,
  currentPeriodEnd: end,
  canManage: true,
};

const grant: MySubscription['grants'][number] = {
  id: '00000000-0000-4000-8000-000000000000',
  plan: 'silver',
  amountCents: null,
  description: null,
  startsAt: '2026-01-03T12:00:00Z',
  endsAt: null,
  isActive: true,
};

const testStart = Date.now();
const inDays = (days: number) => new Date(testStart + days * dayMs).toISOString();
const endingIn = (days: number) => ({ ...grant, endsAt: inDays(days) });
/** A grant of 90 days that starts in this many days. */
const following = (plan: 'silver' | 'gold', days: number) => ({
  ...grant,
  plan,
  startsAt: inDays(days),
  endsAt: inDays(days + 90),
  isActive: false,
});
const kinds = (subscription: MySubscription | undefined) =>
  offers.map((offer) => planChoice(offer, offers, subscription).kind);

describe('the plans page', () => {
  it.each([
    ['a visitor', undefined, ['sign_in', 'sign_in', 'sign_in', 'sign_in']],
    ['a student without a plan', noSubscription, ['current', 'subscribe', 'subscribe', 'subscribe']],
    ['a Gold subscriber', gold, ['cancel', 'downgrade', 'current', 'upgrade']],
    [
      'a Gold subscriber with a scheduled downgrade',
      { ...gold, pendingPlan: 'silver', pendingFrom: end },
      ['cancel', 'scheduled', 'current', 'upgrade'],
    ],
    [
      'a Gold subscriber who has canceled',
      { ...gold, cancelAtPeriodEnd: true },
      ['scheduled', 'downgrade', 'current', 'upgrade'],
    ],
    [
      'a Gold subscriber who has canceled and has a granted plan that does not end',
      { ...gold, cancelAtPeriodEnd: true, grants: [{ ...grant, endsAt: null }] },
      ['included', 'downgrade', 'current', 'upgrade'],
    ],
    [
      'a Gold subscriber who has canceled and has a granted plan that starts when the paid one ends',
      { ...gold, cancelAtPeriodEnd: true, grants: [{ ...grant, startsAt: end, isActive: false }] },
      ['included', 'downgrade', 'current', 'upgrade'],
    ],
    [
      'a Gold subscriber who has canceled and has a granted plan that ends before the paid one',
      { ...gold, cancelAtPeriodEnd: true, grants: [{ ...grant, endsAt: '2027-04-13T00:00:00.000Z' }] },
      ['scheduled', 'downgrade', 'current', 'upgrade'],
    ],
    [
      'a student with a granted Gold plan',
      { ...noSubscription, plan: 'gold', source: 'grant' },
      ['included', 'included', 'granted', 'subscribe'],
    ],
    // The custom plan ranks above Diamond. Nobody can buy it: admins grant it.
    [
      'a student with a granted custom plan',
      { ...noSubscription, plan: 'custom', source: 'grant' },
      ['included', 'included', 'included', 'included'],
    ],
    [
      'a student with a granted Silver plan that ends soon',
      { ...noSubscription, plan: 'silver', source: 'grant', grants: [{ ...grant, endsAt: inDays(6) }] },
      ['included', 'subscribe', 'subscribe', 'subscribe'],
    ],
    [
      'a student with a granted Silver plan of which a week remains',
      { ...noSubscription, plan: 'silver', source: 'grant', grants: [{ ...grant, endsAt: inDays(8) }] },
      ['included', 'granted', 'subscribe', 'subscribe'],
    ],
    [
      'a student with a granted Silver plan that ends soon, and another that follows it',
      { ...noSubscription, plan: 'silver', source: 'grant', grants: [following('silver', 5), endingIn(5)] },
      ['included', 'granted', 'subscribe', 'subscribe'],
    ],
    [
      'a student with a granted Silver plan that ends soon, and a granted Gold plan that follows it',
      { ...noSubscription, plan: 'silver', source: 'grant', grants: [following('gold', 5), endingIn(5)] },
      ['included', 'granted', 'subscribe', 'subscribe'],
    ],
    [
      'a student with a granted Silver plan that ends soon, and another that starts a day later',
      { ...noSubscription, plan: 'silver', source: 'grant', grants: [following('silver', 6), endingIn(5)] },
      ['included', 'subscribe', 'subscribe', 'subscribe'],
    ],
    [
      'a Silver subscriber with two granted Gold plans that together last longer than a month',
      {
        ...gold,
        subscribedPlan: 'silver',
        grants: [following('gold', 5), { ...endingIn(5), plan: 'gold' }],
      },
      ['cancel', 'current', 'included', 'upgrade'],
    ],
    [
      'a Gold subscriber with a granted Diamond plan',
      { ...gold, plan: 'diamond', grants: [{ ...grant, plan: 'diamond' }] },
      ['cancel', 'downgrade', 'current', 'included'],
    ],
    [
      'a Gold subscriber with a granted Diamond plan that ends within a month',
      { ...gold, plan: 'diamond', grants: [{ ...grant, plan: 'diamond', endsAt: inDays(30) }] },
      ['cancel', 'downgrade', 'current', 'upgrade'],
    ],
  ] as [string, MySubscription | undefined, string[]][])(
    'offers %s the right choices',
    (_who, subscription, expected) => {
      expect(kinds(subscription)).toEqual(expected);
    },
  );

  it('a canceled plan shows its end, and a scheduled plan its start', () => {
    const canceled = { ...gold, cancelAtPeriodEnd: true };
    expect(planChoice(offers[2], offers, canceled)).toEqual({ kind: 'current', endsAt: end });
    expect(planChoice(offers[0], offers, canceled)).toEqual({ kind: 'scheduled', from: end });
    expect(planChoice(offers[2], offers, gold)).toEqual({ kind: 'current', endsAt: null });
  });

  it('a plan shows its end if a downgrade is scheduled', () => {
    const changing = { ...gold, pendingPlan: 'silver', pendingFrom: end } as const;
    expect(planChoice(offers[2], offers, changing)).toEqual({ kind: 'current', endsAt: end });
  });
});
