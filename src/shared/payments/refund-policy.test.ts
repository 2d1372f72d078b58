import { describe, expect, it } from 'vitest';
import { landingTexts } from '../site-texts/landing-texts.ts';
import { termsOriginal } from '../site-texts/terms-original.ts';
import { type RefundablePayment, refundable, refundWindowDays } from './refund-policy.ts';

const paidAt = '2026-11-21T12:00:00.000Z';
const end = Date.parse('2026-12-21T12:00:00.000Z');
const first: RefundablePayment = { kind: 'purchase', status: 'paid', isFirstPayment: true, paidAt };
const at = (payment: Partial<RefundablePayment>, time: number) =>
  refundable({ ...first, ...payment }, new Date(time));
const early = Date.parse(paidAt) + 1;

describe('refund policy', () => {
  it.each([
    ['the text of the landing page', landingTexts.saleRefunds],
    ['the text of the terms', termsOriginal],
  ])('%s states the length of the refund window', (_, text) => {
    expect(text).toContain(`are refunded if you ask within ${refundWindowDays} days`);
  });

  it.each(['purchase', 'subscription'] as const)(
    'a first payment (%s) is refundable for 30 × 24 hours',
    (kind) => {
      const yes = {
        until: '2026-12-21T12:00:00.000Z',
        code: 'within_window',
        reason: 'First payment: refundable for 30 days',
      };
      expect(at({ kind }, Date.parse(paidAt))).toEqual(yes);
      expect(at({ kind }, end - 1)).toEqual(yes);
      const no = {
        until: null,
        code: 'window_over',
        reason: 'Not refundable: the 30 days after the payment have passed',
      };
      expect(at({ kind }, end)).toEqual(no);
      expect(at({ kind }, end + 1)).toEqual(no);
    },
  );

  it.each<[string, Partial<RefundablePayment>, string, string]>([
    [
      'another payment for a product that was bought before',
      { isFirstPayment: false },
      'bought_before',
      'Not refundable: this was not the first payment for this product',
    ],
    [
      'a payment for a renewal, a change of membership or a second membership',
      { kind: 'subscription', isFirstPayment: false },
      'renewal',
      'Not refundable: this was not the first payment for a membership',
    ],
    ['a refunded payment', { status: 'refunded' }, 'refunded', 'Refunded in full'],
    ['a disputed payment', { status: 'disputed' }, 'disputed', 'The bank is looking into this payment'],
    [
      'a payment lost in a dispute',
      { status: 'lost' },
      'lost',
      'The bank returned this payment after a dispute',
    ],
    [
      'a refunded renewal',
      { kind: 'subscription', isFirstPayment: false, status: 'refunded', isBeingRefunded: true },
      'refunded',
      'Refunded in full',
    ],
    ['a failed payment', { status: 'failed' }, 'not_paid', 'This payment did not go through'],
    ['a payment without a date', { paidAt: null }, 'not_paid', 'This payment did not go through'],
    [
      'a failed renewal',
      { kind: 'subscription', isFirstPayment: false, status: 'failed' },
      'not_paid',
      'This payment did not go through',
    ],
  ])('%s is not refundable, and the reason says why', (_name, payment, code, reason) => {
    expect(at(payment, early)).toEqual({ until: null, code, reason });
  });
});
