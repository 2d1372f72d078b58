import type { AdminProduct } from '../../../../shared/shop/products.ts';

/** Whether a product was sold or given to a student. */
export function isOwned(product: Pick<AdminProduct, 'isOwned' | 'soldCount'>): boolean {
  return product.isOwned ?? product.soldCount > 0;
}
