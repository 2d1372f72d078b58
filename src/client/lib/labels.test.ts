import { describe, expect, it } from 'vitest';
import { subscriptionWord } from './labels.ts';

describe('the words for a subscription', () => {
  it('never shows what Stripe writes', () => {
    expect(subscriptionWord('past_due')).toEqual({ word: 'Payment failed', tone: 'danger' });
    expect(subscriptionWord('canceled').word).toBe('Ended');
  });

  it('makes a new status readable', () => {
    expect(subscriptionWord('on_hold')).toEqual({ word: 'On hold', tone: 'neutral' });
  });
});
