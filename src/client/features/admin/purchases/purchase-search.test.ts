import { expect, it } from 'vitest';
import { purchaseSearchParams, readPurchaseSearch } from './purchase-search.ts';

it('takes what is not known as unset', () => {
  const search = { status: 'open', type: 'video', from: '2026-02-31', to: 'soon' };
  expect(readPurchaseSearch(search)).toEqual({ status: 'all', q: '' });
});

it('comes back from the address as it went in', () => {
  const filter = { status: 'held', type: 'pdf', q: 'dana', from: '2026-02-01', to: '2026-02-28' } as const;
  expect(readPurchaseSearch(purchaseSearchParams(filter))).toEqual(filter);
  expect(purchaseSearchParams({ status: 'all', q: '' })).toEqual({});
});
