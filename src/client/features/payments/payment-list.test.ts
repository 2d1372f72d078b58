import { expect, it } from 'vitest';
import { refundEligibility } from './payment-list.tsx';

const until = '2027-04-14T12:00:00.000Z';
const refundable = { until, code: 'within_window', reason: 'First payment' } as const;

it.each([
  ['2027-04-02T11:00:00.000Z', 'Refundable until 14 Apr (13 days left)'],
  ['2027-04-13T11:59:00.000Z', 'Refundable until 14 Apr (2 days left)'],
  ['2027-04-14T11:00:00.000Z', 'Refundable until 14 Apr (last day)'],
  ['2027-04-14T12:00:00.000Z', 'The time to ask for a refund has just ended'],
])('at %s, the refund eligibility is “%s”', (now, text) => {
  expect(refundEligibility(refundable, new Date(now))).toBe(text);
});

it('refund eligibility gives the reason for a payment that is not refundable', () => {
  const notRefundable = { until: null, code: 'renewal', reason: 'Not refundable: a renewal' } as const;
  expect(refundEligibility(notRefundable, new Date())).toBe('Not refundable: a renewal');
});
