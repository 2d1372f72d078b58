import { expect, it } from 'vitest';
import { paymentSearchParams, readPaymentSearch } from './payment-search.ts';

it('unknown values and impossible dates are ignored', () => {
  const search = { status: 'open', type: 'video', from: '2026-02-31', to: 'soon' };
  expect(readPaymentSearch(search)).toEqual({ status: 'all', q: '' });
});

it('a filter survives the round trip through the URL', () => {
  const filter = { status: 'held', type: 'pdf', q: 'dana', from: '2026-02-01', to: '2026-02-28' } as const;
  expect(readPaymentSearch(paymentSearchParams(filter))).toEqual(filter);
  expect(paymentSearchParams({ status: 'all', q: '' })).toEqual({});
});
