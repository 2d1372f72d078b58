import { describe, expect, it } from 'vitest';
import { changedPrice, holdReasonText, isDisputeWaiting } from './purchase-labels.ts';

describe('changedPrice', () => {
  const actual = (price: number, isFree = false) => ({
    amount: 999,
    discountCents: 0,
    actualProduct: { price, isFree, title: '' },
  });
  it('is the price of today where it differs', () => {
    expect(changedPrice(actual(1299))).toBe(1299);
    expect(changedPrice(actual(999, true))).toBe(0);
  });
  it('takes no discount for a change of the price', () => {
    expect(changedPrice({ ...actual(1199), discountCents: 200 })).toBeUndefined();
    expect(changedPrice({ ...actual(999), discountCents: 200 })).toBe(999);
  });
  it('is nothing where it is the same or the product is gone', () => {
    expect(changedPrice(actual(999))).toBeUndefined();
    expect(changedPrice({ amount: 999, discountCents: 0, actualProduct: null })).toBeUndefined();
  });
});

it('has a sentence for reasons it does not know', () => {
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
  'a dispute that is %s over a payment that is %s waits for somebody: %s',
  (standing, status, waits) => {
    expect(isDisputeWaiting({ standing, payment: { status } })).toBe(waits);
  },
);
