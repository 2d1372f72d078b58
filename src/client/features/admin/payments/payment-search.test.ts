import { expect, it } from 'vitest';
import { isFiltered, readPaymentSearch } from './payment-search.ts';

it('unknown values and impossible dates in the URL of the payment list are ignored', () => {
  const search = { status: 'open', type: 'video', from: '2026-02-31', to: 'soon' };
  expect(readPaymentSearch(search)).toEqual({ status: 'all', q: '' });
});

it('valid values in the URL of the payment list are read', () => {
  const filter = { status: 'held', type: 'pdf', q: 'dana', from: '2026-02-01', to: '2026-02-28' } as const;
  expect(readPaymentSearch(filter)).toEqual(filter);
});

it('isFiltered is true if any filter is set', () => {
  expect(isFiltered(readPaymentSearch({}))).toBe(false);
  expect(isFiltered(readPaymentSearch({ status: 'held' }))).toBe(true);
  expect(isFiltered(readPaymentSearch({ from: '2026-02-01' }))).toBe(true);
});
