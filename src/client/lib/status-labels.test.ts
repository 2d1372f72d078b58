import { describe, expect, it } from 'vitest';
import { subscriptionStatusLabel } from './status-labels.ts';

describe('subscription status labels', () => {
  it('a known subscription status has its own label', () => {
    expect(subscriptionStatusLabel('past_due')).toEqual({ label: 'Payment failed', tone: 'danger' });
    expect(subscriptionStatusLabel('canceled').label).toBe('Ended');
  });

  it('an unknown subscription status is shown as words, without underscores', () => {
    expect(subscriptionStatusLabel('on_hold')).toEqual({ label: 'On hold', tone: 'neutral' });
  });
});
