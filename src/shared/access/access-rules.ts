import type { ProductType, Role, SubscriptionPlan } from '../enums.ts';
import { planOpens } from './tier-gate.ts';

/** Sessions up to this number are open to every signed-in person. */
const openSessionNumber = 2;

/** What access to a product depends on. */
export type ProductFacts = {
  type: ProductType;
  productNumber: number;
  /** US cents. */
  price: number;
  isFree: boolean;
  /** Shown in the shop: active and not archived. */
  isOnOffer: boolean;
  /** The user has a completed purchase of it. */
  isBought: boolean;
};

/** Free by its switch or by its price. The opposite of `isPurchaseRequired`. */
export function isFreeProduct(product: { price: number; isFree: boolean }): boolean {
  return product.isFree || product.price === 0;
}

/** A session that needs no purchase, whatever its price says. */
export function isOpenToAll(product: { type: ProductType; productNumber: number }): boolean {
  return product.type === 'session' && product.productNumber <= openSessionNumber;
}

/** Bought, or free while on offer: what the logged-in user may call their own. */
export function ownsProduct(
  reader: { role: Role } | null,
  product: Omit<ProductFacts, 'type' | 'productNumber'>,
): boolean {
  if (!reader) return false;
  return product.isBought || (product.isOnOffer && isFreeProduct(product));
}

/**
 * Whether the user may open a product's file, text and video. Buyers keep access when it is hidden or archived;
 * the first sessions are open to everyone who is logged in; admins see what they publish.
 */
export function canAccess(reader: { role: Role } | null, product: ProductFacts): boolean {
  if (!reader) return false;
  if (reader.role === 'admin' || ownsProduct(reader, product)) return true;
  return product.isOnOffer && isOpenToAll(product);
}

/**
 * Whether the user may open a coaching plan: the rank rule and nothing else, also for those who own a PDF of
 * the same number. Admins see what they publish.
 */
export function canOpenPlan(
  reader: { role: Role } | null,
  currentPlan: SubscriptionPlan,
  required: SubscriptionPlan,
): boolean {
  if (!reader) return false;
  return reader.role === 'admin' || planOpens(currentPlan, required);
}
