import type { AdminProduct } from '../../../../shared/shop/products.ts';

/** Whether a product was sold or given to a student. A server of the previous version sends no `isOwned`. */
export function isOwned({ isOwned, soldCount }: Pick<AdminProduct, 'isOwned' | 'soldCount'>): boolean {
  return (isOwned as boolean | undefined) ?? soldCount > 0;
}
