import { expect, it } from 'vitest';
import { pauseOf } from './membership-paused.tsx';

// `subscribedPlan` is the tier that the student pays for, `plan` the tier that is open to the student now.
const paying = {
  plan: 'gold',
  subscribedPlan: 'gold',
  status: 'active',
  pastDueSince: null,
  needsConfirmation: false,
  suspension: null,
} satisfies Parameters<typeof pauseOf>[0];
const suspension = { coveredPlan: null, since: '2026-11-03T12:00:00Z', until: null, payments: [] };
const late = { status: 'past_due', pastDueSince: '2026-11-03T12:00:00Z' };

it.each([
  ['the tier that is paid for', {}],
  ['a failed payment in its grace period', late],
  ['a failed payment and a higher tier that an admin granted', { ...late, plan: 'diamond' as const }],
  ['no membership', { plan: 'free' as const, subscribedPlan: null, status: null }],
  ['a first payment that has not arrived yet', { plan: 'free' as const, status: 'incomplete' }],
])('a student with %s has no paused membership', (_, changes) => {
  expect(pauseOf({ ...paying, ...changes })).toBeUndefined();
});

it.each([
  [{ ...late, plan: 'free' as const }, 'paused', /^The payment of 3 Nov 2026 failed\./, /pay$/],
  [{ plan: 'free' as const, status: 'unpaid' }, 'paused', /^It is not paid\./, /pay$/],
  [
    { ...late, plan: 'free' as const, needsConfirmation: true },
    'paused',
    /confirm a payment/,
    /^Confirm payment$/,
  ],
  [{ plan: 'silver' as const, suspension }, 'suspended', /disputed or refunded/, /^See why/],
])(
  'a student with a lower tier than the paid one sees the reason and the next step: %o',
  (changes, state, reason, step) => {
    const pause = pauseOf({ ...paying, ...changes });
    expect(pause?.title).toBe(`Your Gold membership is ${state}`);
    expect(pause?.reason).toMatch(reason);
    expect(pause?.step).toMatch(step);
  },
);
