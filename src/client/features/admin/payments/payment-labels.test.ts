import { describe, expect, it } from 'vitest';
import { answerBy, changedPrice, holdReasonText, isDisputeWaiting } from './payment-labels.ts';

describe('price changes', () => {
  const actual = (price: number, isFree = false) => ({
    amountCents: 999,
    discountCents: 0,
    actualProduct: { price, isFree, title: '' },
  });
  it('the changed price is the current price of the product if it differs from the price at the purchase', () => {
    expect(changedPrice(actual(1299))).toBe(1299);
    expect(changedPrice(actual(999, true))).toBe(0);
  });
  it('a discount does not count as a changed price', () => {
    expect(changedPrice({ ...actual(1199), discountCents: 200 })).toBeUndefined();
    expect(changedPrice({ ...actual(999), discountCents: 200 })).toBe(999);
  });
  it('there is no changed price if the price is still the same or the product was deleted', () => {
    expect(changedPrice(actual(999))).toBeUndefined();
    expect(changedPrice({ amountCents: 999, discountCents: 0, actualProduct: null })).toBeUndefined();
  });
});

it('the text for an unknown hold reason names that reason', () => {
  expect(holdReasonText('duplicate_payment_refund_due')).toBe('Paid twice: refund the second payment');
  expect(holdReasonText('some_new_reason')).toBe('On hold: some new reason');
});

it.each([
  ['inquiry', 'warning_needs_response', 'paid', true],
  ['inquiry', 'warning_needs_response', 'refunded', false],
  ['inquiry', 'warning_under_review', 'paid', false],
  ['open', 'needs_response', 'disputed', true],
  ['open', 'under_review', 'disputed', false],
  ['unclear', 'something_new', 'paid', true],
  ['settled', 'won', 'paid', false],
  ['lost', 'lost', 'lost', false],
] as const)(
  'a dispute with standing %s (at Stripe: %s) over a payment with status %s waits for an admin: %s',
  (standing, status, payment, needsAdmin) => {
    const dispute = { standing, status, evidenceSentAt: null, payment: { status: payment } };
    expect(isDisputeWaiting(dispute)).toBe(needsAdmin);
  },
);

it.each([
  ['2026-11-22T12:00:00Z', 'Answer by 29 Nov 2026 (7 days)', false, false],
  ['2026-11-22T12:00:09Z', 'Answer by 29 Nov 2026 (7 days)', false, false],
  ['2026-11-28T11:00:00Z', 'Answer by 29 Nov 2026 (1 day)', true, false],
  ['2026-11-29T11:00:00Z', 'Answer by 29 Nov 2026 (less than a day)', true, false],
  ['2026-11-29T12:00:00Z', 'The deadline was 29 Nov 2026', true, true],
])('at %s, the deadline of a dispute is shown as: %s', (now, text, isUrgent, isOver) => {
  expect(answerBy('2026-11-29T12:00:00Z', new Date(now))).toEqual({ text, isUrgent, isOver });
});
