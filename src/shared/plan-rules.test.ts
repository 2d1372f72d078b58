import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscriptionPlans } from './enums.ts';
import { effectivePlan, type GrantFact, planOpens, type SubscriptionFact } from './plan-rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const day = 24 * 60 * 60 * 1000;
const at = (days: number) => new Date(now.getTime() + days * day).toISOString();

function subscription(changes: Partial<SubscriptionFact> = {}): SubscriptionFact {
  return { plan: 'gold', status: 'active', currentPeriodEnd: at(10), pastDueSince: null, ...changes };
}

function grant(changes: Partial<GrantFact> = {}): GrantFact {
  return { plan: 'custom', startsAt: at(-1), endsAt: null, revokedAt: null, ...changes };
}

describe('planOpens', () => {
  it('follows free < silver < gold < diamond < custom (S2 §4)', () => {
    subscriptionPlans.forEach((plan, rank) => {
      subscriptionPlans.forEach((required, requiredRank) => {
        expect(planOpens(plan, required)).toBe(rank >= requiredRank);
      });
    });
  });
});

describe('effectivePlan', () => {
  it.each([
    ['nothing', [], [], 'free'],
    ['an active subscription', [subscription()], [], 'gold'],
    ['a trial', [subscription({ status: 'trialing' })], [], 'gold'],
    ['the higher of two', [subscription(), subscription({ plan: 'diamond' })], [], 'diamond'],
    [
      'gold cancelled while diamond is active',
      [subscription({ status: 'canceled' }), subscription({ plan: 'diamond' })],
      [],
      'diamond',
    ],
    ['a grant above a subscription', [subscription()], [grant()], 'custom'],
    ['incomplete', [subscription({ status: 'incomplete' })], [], 'free'],
    ['unpaid', [subscription({ status: 'unpaid' })], [], 'free'],
    ['paused', [subscription({ status: 'paused' })], [], 'free'],
    ['a word that we do not know', [subscription({ status: 'future_status' })], [], 'free'],
    ['a renewal whose webhook is late', [subscription({ currentPeriodEnd: at(-6) })], [], 'gold'],
    ['a period that ended long ago, webhooks lost', [subscription({ currentPeriodEnd: at(-8) })], [], 'free'],
    ['past due, within the grace', [subscription({ status: 'past_due', pastDueSince: at(-6) })], [], 'gold'],
    ['past due, grace over', [subscription({ status: 'past_due', pastDueSince: at(-7) })], [], 'free'],
    ['a grant that has not begun', [], [grant({ startsAt: at(1) })], 'free'],
    ['a grant that has ended', [], [grant({ endsAt: at(0) })], 'free'],
    ['a grant that was revoked', [], [grant({ revokedAt: at(-0.5) })], 'free'],
  ] as const)('%s', (_name, subscriptions, grants, plan) => {
    expect(effectivePlan(subscriptions, grants, now)).toBe(plan);
  });

  const instant = fc.integer({ min: -30, max: 30 }).map(at);
  const anySubscription = fc.record({
    plan: fc.constantFrom('silver', 'gold', 'diamond'),
    status: fc.constantFrom('active', 'trialing', 'past_due', 'canceled', 'unpaid', 'paused', 'whatever'),
    currentPeriodEnd: fc.option(instant, { nil: null }),
    pastDueSince: fc.option(instant, { nil: null }),
  });
  const anyGrant = fc.record({
    plan: fc.constantFrom('silver', 'gold', 'diamond', 'custom'),
    startsAt: instant,
    endsAt: fc.option(instant, { nil: null }),
    revokedAt: fc.option(instant, { nil: null }),
  });

  it('does not depend on order and is never lowered by one more subscription or grant', () => {
    fc.assert(
      fc.property(
        fc.array(anySubscription),
        fc.array(anyGrant),
        anySubscription,
        anyGrant,
        (subs, grants, sub, gift) => {
          const plan = effectivePlan(subs, grants, now);
          expect(effectivePlan(subs.toReversed(), grants.toReversed(), now)).toBe(plan);
          expect(planOpens(effectivePlan([...subs, sub], grants, now), plan)).toBe(true);
          expect(planOpens(effectivePlan(subs, [gift, ...grants], now), plan)).toBe(true);
        },
      ),
    );
  });

  it('ends by itself: far in the future only open-ended facts still count', () => {
    const later = new Date(now.getTime() + 365 * day);
    fc.assert(
      fc.property(fc.array(anySubscription), fc.array(anyGrant), (subs, grants) => {
        const ends = subs.filter((sub) => sub.currentPeriodEnd !== null);
        const ended = grants.filter((gift) => gift.endsAt !== null);
        expect(effectivePlan(ends, ended, later)).toBe('free');
      }),
    );
  });
});
