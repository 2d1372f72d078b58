import { describe, expect, it } from 'vitest';
import { type SubscriptionState, transitionsBetween } from './transitions.ts';

const state = (changes: Partial<SubscriptionState> = {}): SubscriptionState => ({
  plan: 'gold',
  status: 'active',
  cancelAtPeriodEnd: false,
  pendingPlan: null,
  pendingPriceCents: null,
  pastDueSince: null,
  owesOnlyUpgrade: false,
  ...changes,
});
const ending = { cancelAtPeriodEnd: true };
const later = { hasStarted: true };

describe('transitionsBetween', () => {
  it.each([
    ['a new subscription', undefined, state(), ['started']],
    ['a new subscription whose payment failed', undefined, state({ status: 'past_due' }), ['payment_failed']],
    ['a new subscription that has ended', undefined, state({ status: 'canceled' }), []],
    ['a first payment that is still outstanding', undefined, state({ status: 'incomplete' }), []],
    ['a first payment that arrives', state({ status: 'incomplete' }), state(), ['started']],
    [
      'a first payment that arrives after a cancellation',
      state({ ...ending, status: 'incomplete' }),
      state(ending),
      ['started', 'cancelled'],
    ],
    ['no change', state(), state(), []],
    ['another plan', state(), state({ plan: 'diamond' }), ['changed']],
    ['a newly planned downgrade', state(), state({ pendingPlan: 'silver' }), ['change_scheduled']],
    [
      'a planned downgrade whose price changes',
      state({ pendingPlan: 'silver', pendingPriceCents: 100 }),
      state({ pendingPlan: 'silver', pendingPriceCents: 75 }),
      ['change_scheduled'],
    ],
    [
      'a planned downgrade whose unknown price becomes known',
      state({ pendingPlan: 'silver' }),
      state({ pendingPlan: 'silver', pendingPriceCents: 75 }),
      [],
    ],
    ['a withdrawn downgrade', state({ pendingPlan: 'silver' }), state(), ['change_withdrawn']],
    [
      'a downgrade that takes effect',
      state({ pendingPlan: 'silver' }),
      state({ plan: 'silver' }),
      ['changed'],
    ],
    ['a cancellation', state(), state(ending), ['cancelled']],
    [
      'a cancellation in place of a downgrade',
      state({ pendingPlan: 'silver' }),
      state(ending),
      ['cancelled'],
    ],
    ['an undone cancellation', state(ending), state(), ['resumed']],
    ['an upgrade in place of a cancellation', state(ending), state({ plan: 'diamond' }), ['changed']],
    [
      'a downgrade in place of a cancellation',
      state(ending),
      state({ pendingPlan: 'silver' }),
      ['change_scheduled'],
    ],
    ['a failed renewal', state(), state({ status: 'past_due' }), ['payment_failed']],
    ['a failed renewal, read again', state({ status: 'past_due' }), state({ status: 'past_due' }), []],
    [
      'another failed renewal after the previous one was paid',
      state({ status: 'past_due', pastDueSince: '2026-01-31T12:00:00.000Z' }),
      state({ status: 'past_due', pastDueSince: '2026-02-28T12:00:00.000Z' }),
      ['payment_failed'],
    ],
    [
      'an unpaid upgrade that is paid while the debit of the renewal is still being processed',
      state({ status: 'past_due', owesOnlyUpgrade: true, pastDueSince: '2026-01-31T12:00:00.000Z' }),
      state({ status: 'past_due', owesOnlyUpgrade: true, pastDueSince: '2026-02-28T12:00:00.000Z' }),
      [],
    ],
    ['a failed renewal that is paid later', state({ status: 'past_due' }), state(), ['restored']],
    ['a payment after the end of access', state({ status: 'unpaid' }), state(), ['restored']],
    [
      'the end of a canceled subscription',
      state(ending),
      state({ ...ending, status: 'canceled' }),
      ['ended'],
    ],
    [
      'the end of an unpaid subscription',
      state({ status: 'unpaid' }),
      state({ status: 'canceled' }),
      ['ended'],
    ],
    ['an unknown status', state(), state({ status: 'future_status' }), ['access_ended']],
  ])('returns the expected transitions for %s', (_name, before, after, kinds) => {
    expect(transitionsBetween(before, after, later).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('reports the first payment as a start, even after a declined payment', () => {
    const found = transitionsBetween(state({ status: 'unpaid' }), state(), { hasStarted: false });
    expect(found).toEqual([{ kind: 'started' }]);
  });

  it('reports why the subscription ended', () => {
    const canceled = state({ status: 'canceled' });
    expect(transitionsBetween(state(ending), canceled, later)).toEqual([
      { kind: 'ended', because: 'cancelled' },
    ]);
    const pastDue = state({ status: 'past_due' });
    expect(transitionsBetween(pastDue, canceled, later)).toEqual([{ kind: 'ended', because: 'unpaid' }]);
  });

  it('reports the end of access, not of the membership, while Stripe may still collect the payment', () => {
    const found = transitionsBetween(state({ status: 'past_due' }), state({ status: 'unpaid' }), later);
    expect(found).toEqual([{ kind: 'access_ended' }]);
  });

  it('does not report the end of a subscription that never started', () => {
    const ended = transitionsBetween(state({ status: 'unpaid' }), state({ status: 'canceled' }), {
      hasStarted: false,
    });
    expect(ended).toEqual([]);
  });
});
