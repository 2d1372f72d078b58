import { productTypes } from '../../../../shared/enums.ts';
import {
  type PurchaseFilter,
  type PurchaseFilterInput,
  purchaseFilterInput,
  purchaseFilters,
} from '../../../../shared/payments/purchase-list.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';

export const purchaseFilterLabels: Record<PurchaseFilter, string> = {
  all: 'All',
  completed: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
  held: 'On hold, needs a decision',
};

/** A valid day from the URL, else undefined. */
function day(text: string | undefined): string | undefined {
  return text !== undefined && purchaseFilterInput.shape.from.safeParse(text).success ? text : undefined;
}

/** Reads the filters of the purchase list from the URL. Unknown values are ignored. */
export function readPurchaseSearch(search: AdminSearch): PurchaseFilterInput {
  const type = productTypes.find((known) => known === search.type);
  const from = day(search.from);
  const to = day(search.to);
  return {
    status: purchaseFilters.find((known) => known === search.status) ?? 'all',
    q: (search.q ?? '').slice(0, 200),
    ...(type && { type }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** The filters as URL parameters, without unset values. */
export function purchaseSearchParams(filter: PurchaseFilterInput): Record<string, string> {
  const { status, q, type, from, to } = filter;
  return {
    ...(status !== 'all' && { status }),
    ...(q !== '' && { q }),
    ...(type && { type }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
