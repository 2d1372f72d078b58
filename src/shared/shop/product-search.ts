import { type Difficulty, difficulties, type ProductType, productTypes } from '../enums.ts';

/** The filters of the shop. They are in the URL, so that they can be shared and the back button restores them. */
export type ProductSearch = {
  q?: string;
  type?: ProductType;
  difficulty?: Difficulty;
  /** `no` hides the products that the logged-in user owns. */
  owned?: 'no';
};

/** The maximum length of `q`; a longer `q` is ignored. */
export const productSearchMaxLength = 100;

/** Parses the query parameters of a URL. Unknown and malformed parameters are ignored. */
export function readProductSearch(query: Record<string, unknown>): ProductSearch {
  const { q } = query;
  const type = productTypes.find((known) => known === query.type);
  const difficulty = difficulties.find((known) => known === query.difficulty);
  return {
    ...(typeof q === 'string' && q.trim() !== '' && q.length <= productSearchMaxLength && { q }),
    ...(type && { type }),
    ...(difficulty && { difficulty }),
    ...(query.owned === 'no' && { owned: 'no' as const }),
  };
}

type SearchedFields = {
  title: string;
  description: string;
  type: ProductType;
  difficulty: Difficulty;
  owned: boolean;
};

/**
 * Whether the product passes the filters, and each word of `q` occurs in its title, description, type or difficulty,
 * ignoring case.
 */
export function matchesProductSearch(product: SearchedFields, search: ProductSearch): boolean {
  const { q, type, difficulty, owned } = search;
  if (type && product.type !== type) return false;
  if (difficulty && product.difficulty !== difficulty) return false;
  if (owned === 'no' && product.owned) return false;
  if (!q) return true;
  const text = [product.title, product.description, product.type, product.difficulty].join(' ').toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
