import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../durations.ts';
import {
  customGrant,
  effectivePlan,
  type GrantFact,
  graceDays,
  graceEnd,
  type SubscriptionFact,
} from './effective-plan.ts';
import { planOpens, planRank } from './tier-gate.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const at = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();

function subscription(changes: Partial<SubscriptionFact> = {}): SubscriptionFact {
  return {
    plan: 'gold',
    status: 'active',
    currentPeriodEnd: at(10),
    cancelAtPeriodEnd: false,
    pastDueSince: null,
    ...changes,
  };
}

function grant(changes: Partial<GrantFact> = {}): GrantFact {
  return { plan: 'custom', startsAt: at(-1), endsAt: null, revokedAt: null, ...changes };
}

describe('graceEnd', () => {
  it('the grace period ends seven days after a failed renewal', () => {
    expect(graceEnd(at(0))).toBe(at(7));
    expect(graceEnd(null)).toBeNull();
  });
});

describe('customGrant', () => {
  it('the current custom grant is the active one that started last', () => {
    const older = grant({ startsAt: at(-3) });
    const running = grant({ startsAt: at(-2) });
    const others = [
      grant({ startsAt: at(1) }),
      grant({ startsAt: at(-1), endsAt: at(0) }),
      grant({ startsAt: at(-1), revokedAt: at(-0.5) }),
      grant({ startsAt: at(-1), plan: 'diamond' }),
    ];
    expect(customGrant([...others, older, running], now)).toBe(running);
    expect(customGrant(others, now)).toBeUndefined();
  });
});

describe('effectivePlan', () => {
  it.each([
    ['no subscription and no grant', [], [], 'free'],
    ['an active subscription', [subscription()], [], 'gold'],
    ['a subscription whose end is not known yet', [subscription({ currentPeriodEnd: null })], [], 'gold'],
    ['a trial', [subscription({ status: 'trialing' })], [], 'gold'],
    ['the higher of two subscriptions', [subscription(), subscription({ plan: 'diamond' })], [], 'diamond'],
    [
      'a canceled gold subscription and an active diamond one',
      [subscription({ status: 'canceled' }), subscription({ plan: 'diamond' })],
      [],
      'diamond',
    ],
    ['a grant of a higher plan than the subscription', [subscription()], [grant()], 'custom'],
    ['an incomplete subscription', [subscription({ status: 'incomplete' })], [], 'free'],
    ['an unpaid subscription', [subscription({ status: 'unpaid' })], [], 'free'],
    ['a paused subscription', [subscription({ status: 'paused' })], [], 'free'],
    ['an unknown status', [subscription({ status: 'future_status' })], [], 'free'],
    ['a renewal whose webhook is late', [subscription({ currentPeriodEnd: at(-6) })], [], 'gold'],
    ['no renewal webhook in the grace period', [subscription({ currentPeriodEnd: at(-8) })], [], 'free'],
    ['a canceled subscription in its paid period', [subscription({ cancelAtPeriodEnd: true })], [], 'gold'],
    [
      'a canceled subscription whose period ended without a webhook',
      [subscription({ cancelAtPeriodEnd: true, currentPeriodEnd: at(0) })],
      [],
      'free',
    ],
    [
      'past due, within the grace period',
      [subscription({ status: 'past_due', pastDueSince: at(-6) })],
      [],
      'gold',
    ],
    [
      'past due, after the grace period',
      [subscription({ status: 'past_due', pastDueSince: at(-7) })],
      [],
      'free',
    ],
    [
      'past due since the period ended, within the grace period',
      [subscription({ status: 'past_due', currentPeriodEnd: at(-6) })],
      [],
      'gold',
    ],
    [
      'past due since the period ended, after the grace period',
      [subscription({ status: 'past_due', currentPeriodEnd: at(-7) })],
      [],
      'free',
    ],
    [
      'past due since an unknown time',
      [subscription({ status: 'past_due', currentPeriodEnd: null })],
      [],
      'free',
    ],
    ['a grant that has not begun', [], [grant({ startsAt: at(1) })], 'free'],
    ['a grant that begins now', [], [grant({ startsAt: at(0) })], 'custom'],
    ['a grant that ends tomorrow', [], [grant({ endsAt: at(1) })], 'custom'],
    ['a grant that has ended', [], [grant({ endsAt: at(0) })], 'free'],
    ['a grant that was revoked', [], [grant({ revokedAt: at(-0.5) })], 'free'],
  ] as const)('effective plan: %s', (_name, subscriptions, grants, plan) => {
    expect(effectivePlan(subscriptions, grants, now)).toBe(plan);
  });

  const instant = fc.integer({ min: -30, max: 30 }).map(at);
  const anySubscription = fc.record({
    plan: fc.constantFrom('silver', 'gold', 'diamond'),
    status: fc.constantFrom('active', 'trialing', 'past_due', 'canceled', 'unpaid', 'paused', 'whatever'),
    currentPeriodEnd: fc.option(instant, { nil: null }),
    cancelAtPeriodEnd: fc.boolean(),
    pastDueSince: fc.option(instant, { nil: null }),
  });
  const anyGrant = fc.record({
    plan: fc.constantFrom('silver', 'gold', 'diamond', 'custom'),
    startsAt: instant,
    endsAt: fc.option(instant, { nil: null }),
    revokedAt: fc.option(instant, { nil: null }),
  });

  it('the effective plan is the highest plan of any subscription or grant', () => {
    fc.assert(
      fc.property(fc.array(anySubscription), fc.array(anyGrant), (subs, grants) => {
        const ranks = [
          ...subs.map((sub) => effectivePlan([sub], [], now)),
          ...grants.map((each) => effectivePlan([], [each], now)),
        ].map(planRank);
        expect(planRank(effectivePlan(subs, grants, now))).toBe(Math.max(0, ...ranks));
      }),
    );
  });

  it('as time passes without new events, the plan that a subscription gives never rises, and ends after the paid period and the grace period', () => {
    fc.assert(
      fc.property(anySubscription, fc.integer({ min: 0, max: 60 }), (sub, days) => {
        const later = new Date(now.getTime() + days * dayMs);
        const plan = effectivePlan([sub], [], later);
        expect(planOpens(effectivePlan([sub], [], now), plan)).toBe(true);
        const failedAt = sub.status === 'past_due' ? sub.pastDueSince : null;
        const graceStart = failedAt ?? sub.currentPeriodEnd;
        if (graceStart !== null && later.getTime() >= Date.parse(graceStart) + graceDays * dayMs) {
          expect(plan).toBe('free');
        }
      }),
    );
  });
});
