import { expect, it } from 'vitest';
import { purchaseSearchParams, readPurchaseSearch } from './purchase-search.ts';

it('unknown parameters are ignored', () => {
  const search = { status: 'open', type: 'video', from: '2026-02-31', to: 'soon' };
  expect(readPurchaseSearch(search)).toEqual({ status: 'all', q: '' });
});

it('a filter survives the round trip through the URL', () => {
  const filter = { status: 'held', type: 'pdf', q: 'dana', from: '2026-02-01', to: '2026-02-28' } as const;
  expect(readPurchaseSearch(purchaseSearchParams(filter))).toEqual(filter);
  expect(purchaseSearchParams({ status: 'all', q: '' })).toEqual({});
});
