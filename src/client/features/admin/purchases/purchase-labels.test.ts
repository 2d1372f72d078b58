import { describe, expect, it } from 'vitest';
import { changedPrice, holdReasonText, isDisputeWaiting } from './purchase-labels.ts';

describe('price changes', () => {
  const actual = (price: number, isFree = false) => ({
    amount: 999,
    discountCents: 0,
    actualProduct: { price, isFree, title: '' },
  });
  it('the changed price is today’s price if it differs', () => {
    expect(changedPrice(actual(1299))).toBe(1299);
    expect(changedPrice(actual(999, true))).toBe(0);
  });
  it('a discount does not count as a changed price', () => {
    expect(changedPrice({ ...actual(1199), discountCents: 200 })).toBeUndefined();
    expect(changedPrice({ ...actual(999), discountCents: 200 })).toBe(999);
  });
  it('there is no changed price for an equal price or a deleted product', () => {
    expect(changedPrice(actual(999))).toBeUndefined();
    expect(changedPrice({ amount: 999, discountCents: 0, actualProduct: null })).toBeUndefined();
  });
});

it('an unknown hold reason has a generic sentence', () => {
  expect(holdReasonText('duplicate_payment_refund_due')).toBe('Paid twice: refund the second payment');
  expect(holdReasonText('some_new_reason')).toBe('On hold: some new reason');
});

it.each([
  ['inquiry', 'paid', true],
  ['inquiry', 'refunded', false],
  ['open', 'disputed', true],
  ['unclear', 'paid', true],
  ['settled', 'paid', false],
  ['lost', 'lost', false],
] as const)(
  'a dispute with status %s on a payment with status %s needs an admin: %s',
  (standing, status, waits) => {
    expect(isDisputeWaiting({ standing, payment: { status } })).toBe(waits);
  },
);
