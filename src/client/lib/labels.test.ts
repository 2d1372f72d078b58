import { describe, expect, it } from 'vitest';
import { subscriptionWord } from './labels.ts';

describe('subscription status labels', () => {
  it('a known subscription status has its own label', () => {
    expect(subscriptionWord('past_due')).toEqual({ word: 'Payment failed', tone: 'danger' });
    expect(subscriptionWord('canceled').word).toBe('Ended');
  });

  it('an unknown subscription status is made readable', () => {
    expect(subscriptionWord('on_hold')).toEqual({ word: 'On hold', tone: 'neutral' });
  });
});
