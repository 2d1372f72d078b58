import { isFreeProduct } from '../../shared/access/access-rules.ts';
import { isListed } from '../access/product-facts.ts';
import type { Deps } from '../deps.ts';
import { cachedContent } from '../platform/db/content-version.ts';
import { createDataLoader } from '../platform/db/data-loader.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';
import {
  findEveryProduct,
  findPurchased,
  type ListedProductRow,
  type ReadableProductRow,
} from './shop.queries.ts';

/**
 * Every product, including hidden and archived ones. Cached until a product is written, so callers must not modify the
 * rows.
 */
const cachedProducts = cachedContent(['products'], findEveryProduct);

const purchasedByUser = createDataLoader(findPurchased);

/**
 * Every product, sorted by type and number. `hasPurchase`: the user has a purchase that gives access.
 * `blockedPurchase`: why the user's purchase gives no access; null without a purchase, and if the purchase gives
 * access. Includes products that the user may not see; callers must leave these out.
 */
export async function catalogueOf(deps: Deps, userId: string): Promise<ReadableProductRow[]> {
  const [rows, purchased] = await Promise.all([cachedProducts(deps.db), purchasedByUser(deps.db, userId)]);
  return rows.map((row) => {
    const blocked = purchased?.get(row.id);
    return { ...row, hasPurchase: blocked === null, blockedPurchase: blocked ?? null };
  });
}

/** The products in the shop, cheapest first. */
export async function findOffer(db: Deps['db']): Promise<ListedProductRow[]> {
  const rows = await cachedProducts(db);
  return rows.filter(isListed).toSorted(byPrice);
}

export function byPrice(one: ProductRow, other: ProductRow): number {
  return shownPrice(one) - shownPrice(other) || one.id - other.id;
}

/** A product that is marked as free keeps its price, but is listed as free. */
export function shownPrice({ price_cents: price, is_free: isFree }: ProductRow): number {
  return isFreeProduct({ price, isFree }) ? 0 : price;
}
