import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { checkoutOutcome, findMismatch } from './checkout-outcome.ts';

type Facts = {
  status?: string | null;
  payment_status?: string;
  payment_intent?: string | { id: string; status: string } | null;
  amount_total?: number | null;
  currency?: string | null;
  client_reference_id?: string | null;
  livemode?: boolean;
};
const userId = '00000000-0000-4000-8000-000000000001';
const session = (facts: Facts) =>
  ({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: null,
    amount_total: 999,
    currency: 'usd',
    client_reference_id: userId,
    livemode: false,
    ...facts,
  }) as Stripe.Checkout.Session;

describe('checkoutOutcome', () => {
  it.each([
    [{ status: 'open', payment_status: 'unpaid' }, 'open'],
    [{ status: 'open', payment_status: 'paid' }, 'open'],
    [{ status: 'complete', payment_status: 'paid' }, 'paid'],
    [{ status: 'complete', payment_status: 'no_payment_required' }, 'paid'],
    [{ status: 'complete', payment_status: 'unpaid' }, 'processing'],
    [{ status: 'complete', payment_status: 'unpaid', payment_intent: 'pi_1' }, 'processing'],
    [{ payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'processing' } }, 'processing'],
    [{ payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'succeeded' } }, 'processing'],
    [
      { payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'requires_payment_method' } },
      'failed',
    ],
    [{ payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'canceled' } }, 'failed'],
    [{ status: 'expired', payment_status: 'unpaid' }, 'expired'],
    [{ status: 'expired', payment_status: 'paid' }, 'expired'],
    [{ status: 'new_word', payment_status: 'paid' }, 'open'],
    [{ status: null, payment_status: 'paid' }, 'open'],
    [{ payment_status: 'new_word' }, 'processing'],
  ] as [Facts, string][])('%j → %s', (facts, outcome) =>
    expect(checkoutOutcome(session(facts))).toBe(outcome),
  );
});

describe('findMismatch', () => {
  const purchase = { amount_cents: 999, currency: 'usd', user_id: userId };

  it('finds no mismatch if the paid session matches the purchase', () => {
    expect(findMismatch(session({}), purchase, false)).toBeUndefined();
    expect(findMismatch(session({ livemode: true }), purchase, true)).toBeUndefined();
  });

  it.each([
    [{ amount_total: 998 }, 'amount_mismatch'],
    [{ amount_total: 1998 }, 'amount_mismatch'],
    [{ currency: 'jpy' }, 'currency_mismatch'],
    [{ client_reference_id: 'somebody' }, 'buyer_mismatch'],
    [{ livemode: true }, 'mode_mismatch'],
  ] as [Facts, string][])('%j → %s', (facts, reason) => {
    expect(findMismatch(session(facts), purchase, false)).toBe(reason);
  });

  it('reports a missing buyer if the buyer’s account was deleted', () => {
    expect(findMismatch(session({}), { ...purchase, user_id: null }, false)).toBe('buyer_missing');
  });
});
