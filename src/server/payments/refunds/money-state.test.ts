import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RefundFact } from './money-state.ts';
import { disputeStatusOf, evidenceDueAt, moneyState, refundStatusOf, standingOf } from './money-state.ts';

const purchase = { amountCents: 1999, kind: 'purchase' } as const;
const done = (amountCents: number, endAccess: boolean | null = null): RefundFact => ({
  status: 'succeeded',
  amountCents,
  endAccess,
});

describe('the state of a payment', () => {
  it.each<[string, RefundFact[], number, string, boolean]>([
    ['without refunds, a payment is paid', [], 0, 'paid', false],
    ['a refund of one cent keeps access', [done(1)], 1, 'paid', false],
    [
      'partial refunds that add up to the price count as a full refund',
      [done(999), done(1000)],
      1999,
      'refunded',
      true,
    ],
    ['a pending refund is not counted', [{ ...done(1999), status: 'pending' }], 0, 'paid', false],
    ['a failed refund is not counted', [{ ...done(1999), status: 'failed' }], 0, 'paid', false],
    ['a partial refund ends access if an admin chose so', [done(500, true)], 500, 'paid', true],
    ['a full refund keeps access if an admin chose so', [done(1999, false)], 1999, 'refunded', false],
    [
      'after a partial refund that ended access, a refund of the remaining amount does not restore access',
      [done(500, true), done(1499, false)],
      1999,
      'refunded',
      true,
    ],
  ])('%s', (_name, refunds, refundedCents, status, isAccessEnded) => {
    expect(moneyState(purchase, refunds, [])).toEqual({
      refundedCents,
      lostCents: 0,
      status,
      isAccessEnded,
      isReturned: status === 'refunded',
      isSuspended: false,
    });
  });

  it('a full refund of a subscription payment ends access only if an admin chose so', () => {
    const payment = { amountCents: 500, kind: 'subscription' } as const;
    expect(moneyState(payment, [done(500)], [])).toMatchObject({ status: 'refunded', isAccessEnded: false });
    expect(moneyState(payment, [done(500, true)], [])).toMatchObject({ isAccessEnded: true });
  });

  it('a full refund of a product keeps access only if an admin chose so with the last refund', () => {
    expect(moneyState(purchase, [done(500, false), done(1499)], []).isAccessEnded).toBe(true);
    expect(moneyState(purchase, [done(500), done(1499, false)], []).isAccessEnded).toBe(false);
  });

  it('a payment of zero is paid, not refunded', () => {
    expect(moneyState({ ...purchase, amountCents: 0 }, [], [])).toMatchObject({
      status: 'paid',
      isReturned: false,
      isAccessEnded: false,
    });
  });

  it('a payment counts as disputed during a dispute, even after a full refund, and as lost after a lost dispute', () => {
    const open = { standing: 'open', amountCents: 1999 } as const;
    const lost = { standing: 'lost', amountCents: 1999 } as const;
    expect(moneyState(purchase, [done(1999)], [open])).toMatchObject({
      status: 'disputed',
      isReturned: true,
      isSuspended: true,
    });
    expect(moneyState(purchase, [done(1998)], [open]).isReturned).toBe(false);
    expect(moneyState(purchase, [], [open, lost])).toMatchObject({
      status: 'lost',
      lostCents: 1999,
      isReturned: true,
      isSuspended: false,
    });
  });

  it('a lost dispute over a part of the payment ends access, and only that part counts as lost', () => {
    const part = { standing: 'lost', amountCents: 500 } as const;
    expect(moneyState(purchase, [done(300)], [part])).toMatchObject({
      status: 'lost',
      refundedCents: 300,
      lostCents: 500,
      isAccessEnded: true,
    });
    expect(moneyState(purchase, [], [part, { ...part, amountCents: 1999 }]).lostCents).toBe(1999);
  });

  it('no more than the paid amount counts as refunded, and a full refund of a product ends access if no admin chose to keep it', () => {
    const refund = fc.record({
      status: fc.constantFrom('requested', 'pending', 'succeeded', 'failed'),
      amountCents: fc.integer({ min: 1, max: 2500 }),
      endAccess: fc.constantFrom(null, true),
    }) satisfies fc.Arbitrary<RefundFact>;
    fc.assert(
      fc.property(fc.array(refund, { maxLength: 6 }), (refunds) => {
        const state = moneyState(purchase, refunds, []);
        expect(state.refundedCents).toBeLessThanOrEqual(1999);
        if (state.refundedCents === 1999) expect(state.isAccessEnded).toBe(true);
        expect(state.isSuspended).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('Stripe’s statuses', () => {
  it.each([
    ['needs_response', 'open', 'disputed', true, false],
    ['under_review', 'open', 'disputed', true, false],
    ['warning_needs_response', 'inquiry', 'paid', false, false],
    ['warning_under_review', 'inquiry', 'paid', false, false],
    ['won', 'settled', 'paid', false, false],
    ['warning_closed', 'settled', 'paid', false, false],
    ['prevented', 'settled', 'paid', false, false],
    ['lost', 'lost', 'lost', false, true],
    ['appeal_under_review', 'unclear', 'paid', false, false],
  ] as const)(
    'the status %s of a dispute decides the status and the access of its payment',
    (stripeStatus, standing, status, isSuspended, isAccessEnded) => {
      expect(standingOf(stripeStatus)).toBe(standing);
      expect(moneyState(purchase, [], [{ standing, amountCents: 1999 }])).toMatchObject({
        status,
        isSuspended,
        isAccessEnded,
      });
    },
  );

  it.each([
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['future_status', 'pending'],
    [null, 'pending'],
  ])('maps the status %s of a refund to %s', (stripeStatus, status) => {
    expect(refundStatusOf(stripeStatus)).toBe(status);
  });
});

it.each([
  ['a due time', 1_800_000_000, '2027-01-15T08:00:00.000Z', 'needs_response', 'warning_needs_response'],
  ['no due time', null, null, 'needs_response', 'warning_needs_response'],
  ['the due time 0, because the bank accepts no evidence', 0, null, 'under_review', 'warning_under_review'],
])('maps the due time and the status of a dispute with %s', (_, due_by, dueAt, status, inquiryStatus) => {
  const evidence_details = { due_by };
  expect(evidenceDueAt(due_by)).toBe(dueAt);
  expect(disputeStatusOf({ status: 'needs_response', evidence_details })).toBe(status);
  expect(disputeStatusOf({ status: 'warning_needs_response', evidence_details })).toBe(inquiryStatus);
});
