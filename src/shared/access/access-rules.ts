import type { ProductType, Role } from '../enums.ts';

/** While sessions up to this number are in the shop, they are open to all logged-in users. */
const openSessionNumber = 2;

/** The inputs of the access rules for a product. */
export type ProductFacts = {
  type: ProductType;
  productNumber: number;
  /** US cents. */
  price: number;
  isFree: boolean;
  /** In the shop: active and not archived. */
  isListed: boolean;
  /** The user has a completed purchase of the product that gives access; a granted product is a purchase, too. */
  hasPurchase: boolean;
};

/** Whether the product is marked as free, or its price is 0. */
export function isFreeProduct(product: { price: number; isFree: boolean }): boolean {
  return product.isFree || product.price === 0;
}

/** A session that needs no purchase while it is in the shop, regardless of its price. */
export function isOpenToAll(product: { type: ProductType; productNumber: number }): boolean {
  return product.type === 'session' && product.productNumber <= openSessionNumber;
}

/** Whether the logged-in user owns the product: bought, granted, or free while in the shop. */
export function ownsProduct(
  user: { role: Role } | null,
  product: Omit<ProductFacts, 'type' | 'productNumber'>,
): boolean {
  if (!user) return false;
  return product.hasPurchase || (product.isListed && isFreeProduct(product));
}

/**
 * Whether the user may open a product's file, text and video. Buyers keep access when the product is hidden or
 * archived. While the first sessions are in the shop, they are open to all logged-in users. Admins have access to
 * everything.
 */
export function canAccess(user: { role: Role } | null, product: ProductFacts): boolean {
  if (!user) return false;
  if (user.role === 'admin' || ownsProduct(user, product)) return true;
  return product.isListed && isOpenToAll(product);
}
