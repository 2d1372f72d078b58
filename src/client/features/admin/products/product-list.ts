import { isFreeProduct } from '../../../../shared/access/access-rules.ts';
import type { ProductType } from '../../../../shared/enums.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { countText } from '../../../lib/count-text.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { readProductType } from './product-draft.ts';

/** `live`: not archived. */
export const productStates = ['live', 'active', 'hidden', 'archived'] as const;
export type ProductState = (typeof productStates)[number];

export const productSorts = [
  'number',
  'title',
  'title_desc',
  'price',
  'price_desc',
  'sold',
  'sold_desc',
  'revenue',
  'revenue_desc',
] as const;
export type ProductSort = (typeof productSorts)[number];

export const stateLabels: Record<ProductState, string> = {
  live: 'All',
  active: 'Active',
  hidden: 'Hidden',
  archived: 'Archived',
};

export const sortLabels: Record<ProductSort, string> = {
  number: 'By number',
  title: 'Title, A to Z',
  title_desc: 'Title, Z to A',
  price: 'Cheapest first',
  price_desc: 'Most expensive first',
  sold: 'Least sold first',
  sold_desc: 'Most sold first',
  revenue: 'Lowest revenue first',
  revenue_desc: 'Highest revenue first',
};

export type ProductFilter = { type: ProductType; state: ProductState; q: string; sort: ProductSort };

/** Reads the filters of the product list from the URL. Unknown values are ignored. */
export function readProductFilter(search: AdminSearch): ProductFilter {
  return {
    type: readProductType(search.type),
    state: productStates.find((state) => state === search.status) ?? 'live',
    q: search.q ?? '',
    sort: productSorts.find((sort) => sort === search.sort) ?? 'number',
  };
}

export function isInState(product: AdminProduct, state: ProductState): boolean {
  if (state === 'archived') return product.deletedAt !== null;
  if (product.deletedAt !== null) return false;
  return state === 'live' || product.isActive === (state === 'active');
}

/** Whether each word of the search occurs in the title, type, number, author, or name of the file or video. */
function matchesSearch(product: AdminProduct, q: string): boolean {
  const { title, type, productNumber, author, fileName, videoName } = product;
  const text = [title, type, productNumber, author, fileName, videoName].join(' ').toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** In US cents. 0 for a product that is marked as free, although its price stays stored. */
export const shownPrice = (product: AdminProduct) => (isFreeProduct(product) ? 0 : product.price);

const orders: Record<string, (a: AdminProduct, b: AdminProduct) => number> = {
  number: (a, b) => a.productNumber - b.productNumber,
  title: (a, b) => a.title.localeCompare(b.title, 'en'),
  price: (a, b) => shownPrice(a) - shownPrice(b),
  sold: (a, b) => a.soldCount - b.soldCount,
  revenue: (a, b) => a.revenue - b.revenue,
};

export function sortingOf(sort: ProductSort): { key: string; descending: boolean } {
  return { key: sort.replace(/_desc$/, ''), descending: sort.endsWith('_desc') };
}

export function listedProducts(
  products: readonly AdminProduct[],
  { type, state, q, sort }: ProductFilter,
): AdminProduct[] {
  const { key, descending } = sortingOf(sort);
  const direction = descending ? -1 : 1;
  const order = orders[key];
  return products
    .filter((product) => product.type === type && isInState(product, state) && matchesSearch(product, q))
    .toSorted((a, b) => direction * (order?.(a, b) ?? 0) || a.productNumber - b.productNumber || a.id - b.id);
}

export const productCount = (count: number) => countText(count, 'product');
