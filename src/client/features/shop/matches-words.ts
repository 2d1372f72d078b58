import type { Product } from '../../../shared/products.ts';

type SearchedFields = Pick<Product, 'title' | 'description' | 'type' | 'difficulty'>;

/** True when every word of `words` stands in the product's title, description, type or difficulty, in any case. */
export function matchesWords(product: SearchedFields, words: string): boolean {
  const text = [product.title, product.description, product.type, product.difficulty].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
