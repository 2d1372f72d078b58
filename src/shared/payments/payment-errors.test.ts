import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscriptionPlans } from '../enums.ts';
import { paymentErrors, readPaymentErrorQuery } from './payment-errors.ts';

describe('paymentErrors', () => {
  it('each payment error reason has a title', () => {
    expect(Object.entries(paymentErrors).map(([reason, { title }]) => [reason, title])).toEqual([
      ['payment_failed', 'Payment Failed'],
      ['cancelled', 'Payment Cancelled'],
      ['expired', 'Session Expired'],
      ['invalid_session', 'Invalid Session'],
      ['network_error', 'Connection Error'],
      ['unknown', 'Payment Error'],
    ]);
  });
});

describe('readPaymentErrorQuery', () => {
  it('a complete payment error query is parsed', () => {
    expect(
      readPaymentErrorQuery({
        reason: 'expired',
        plan: 'gold',
        amount: '500',
        session_id: 'cs_test_abcdefgh1234',
        product: '12',
      }),
    ).toEqual({
      reason: 'expired',
      plan: 'gold',
      amountCents: 500,
      sessionId: 'cs_test_abcdefgh1234',
      productId: '12',
    });
  });

  it('the amount may be a number, because a router may have parsed the query', () => {
    expect(readPaymentErrorQuery({ amount: 1999 }).amountCents).toBe(1999);
  });

  it.each([
    [{}],
    [{ reason: 'constructor' }],
    [{ reason: '__proto__' }],
    [{ reason: ['expired'] }],
    [{ reason: '<img src=x onerror=alert(1)>', plan: 'platinum', amount: '-5', session_id: '../v1' }],
    [{ amount: '12.50', session_id: 'cs_short', plan: 'toString' }],
    [{ amount: '9'.repeat(30) }],
    [{ product: '../12' }],
  ])('a query without any valid value gives the reason `unknown` and nothing else: %j', (query) => {
    expect(readPaymentErrorQuery(query)).toEqual({
      reason: 'unknown',
      plan: undefined,
      amountCents: undefined,
      sessionId: undefined,
      productId: undefined,
    });
  });

  it('for any query, the result contains only valid values', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('reason', 'plan', 'amount', 'session_id', 'product'), fc.anything()),
        (query) => {
          const read = readPaymentErrorQuery(query);
          expect(Object.keys(paymentErrors)).toContain(read.reason);
          expect([undefined, ...subscriptionPlans]).toContain(read.plan);
          expect(read.amountCents === undefined || Number.isSafeInteger(read.amountCents)).toBe(true);
          expect(read.sessionId === undefined || /^cs_\w+$/.test(read.sessionId)).toBe(true);
          expect(read.productId === undefined || /^\d+$/.test(read.productId)).toBe(true);
        },
      ),
    );
  });
});
