import { describe, expect, it } from 'vitest';
import {
  changedPrice,
  completedCents,
  filterPurchases,
  heldReasonText,
  readPurchaseFilter,
} from './purchase-filter.ts';

const base = { paymentIntentId: null, checkoutSessionId: null, heldReason: null };
const purchases = [
  {
    ...base,
    id: 1,
    status: 'completed',
    amount: 999,
    userName: 'Dana Whitfield',
    userEmail: 'dana@example.test',
    productName: 'ICM Basics',
    purchaseKey: 'pdf-9',
    paymentIntentId: 'pi_3Qx',
  },
  {
    ...base,
    id: 2,
    status: 'failed',
    amount: 999,
    heldReason: 'duplicate_payment_refund_due',
    userName: 'Dana Whitfield',
    userEmail: 'dana@example.test',
    productName: 'ICM Basics',
    purchaseKey: 'pdf-9',
  },
  {
    ...base,
    id: 3,
    status: 'completed',
    amount: 1999,
    userName: 'Deleted user',
    userEmail: null,
    productName: 'River Decisions',
    purchaseKey: null,
  },
] as const;
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe('filterPurchases', () => {
  it('filters by status, and by what is held', () => {
    expect(ids(filterPurchases(purchases, 'all', ''))).toEqual([1, 2, 3]);
    expect(ids(filterPurchases(purchases, 'completed', ''))).toEqual([1, 3]);
    expect(ids(filterPurchases(purchases, 'held', ''))).toEqual([2]);
  });
  it('finds every word anywhere, in any case', () => {
    expect(ids(filterPurchases(purchases, 'all', ' icm  DANA '))).toEqual([1, 2]);
    expect(ids(filterPurchases(purchases, 'all', 'PI_3qx'))).toEqual([1]);
    expect(ids(filterPurchases(purchases, 'all', 'dana river'))).toEqual([]);
  });
  it('does not find the word null where there is no mail or key', () =>
    expect(filterPurchases(purchases, 'all', 'null')).toEqual([]));
});

it('adds up what was really earned', () => expect(completedCents(purchases)).toBe(2998));

it('reads an unknown status as all', () => {
  expect(readPurchaseFilter('held')).toBe('held');
  expect(readPurchaseFilter('open')).toBe('all');
});

describe('changedPrice', () => {
  const actual = (price: number, isFree = false) => ({
    amount: 999,
    actualProduct: { price, isFree, title: '' },
  });
  it('is the price of today where it differs', () => {
    expect(changedPrice(actual(1299))).toBe(1299);
    expect(changedPrice(actual(999, true))).toBe(0);
  });
  it('is nothing where it is the same or the product is gone', () => {
    expect(changedPrice(actual(999))).toBeUndefined();
    expect(changedPrice({ amount: 999, actualProduct: null })).toBeUndefined();
  });
});

it('has a sentence for reasons it does not know', () => {
  expect(heldReasonText('duplicate_payment_refund_due')).toBe('Paid twice: refund the second payment');
  expect(heldReasonText('some_new_reason')).toBe('Held: some new reason');
});
