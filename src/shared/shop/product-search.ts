import { type Difficulty, difficulties, type ProductType, productTypes } from '../enums.ts';

/** The filters of the shop. They are in the URL, so that they can be shared and the back button restores them. */
export type ProductSearch = {
  q?: string;
  type?: ProductType;
  difficulty?: Difficulty;
  /** Hides what the logged-in user owns. */
  owned?: 'no';
};

/** Longer searches are ignored. */
export const productSearchMaxLength = 100;

/** Parses a query. Unknown and malformed parameters are ignored. */
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

/** Whether each word of `q` occurs in title, description, type or difficulty, ignoring case, and the filters match. */
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
