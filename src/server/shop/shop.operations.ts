import type { Product, ProductDetail } from '../../shared/products.ts';
import type { Actor } from '../actor.ts';
import type { ProductRow } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { presentLibraryProduct, presentProduct, presentProductDetail, productFacts } from './shop.present.ts';
import {
  findLibraryProducts,
  findLiveProduct,
  findLowestPrice,
  findProductFile,
  findProductsOnOffer,
} from './shop.queries.ts';

/** The shop: active products by price ascending; `owned` and `filePath` are the reader's own (S2 §2, D-36, D-38). */
export async function listProducts(deps: Deps, actor: Actor | null): Promise<Product[]> {
  const rows = await findProductsOnOffer(deps.db, actor?.userId ?? null);
  return rows.map((row) => presentProduct(actor, row));
}

/** My Learning Library: active products that are free or bought, and archived ones that were bought (D-32, D-37). */
export async function listLibrary(deps: Deps, actor: Actor): Promise<Product[]> {
  const rows = await findLibraryProducts(deps.db, actor.userId);
  return rows.map((row) => presentLibraryProduct(actor, row));
}

/**
 * A product on its own page (C3): on offer, or the reader's own although it is hidden or archived by now (D-32).
 * Admins see hidden ones before they are published.
 * @throws DomainError not_found for all others, so that nobody learns what is hidden (D-4)
 */
export async function getProduct(deps: Deps, actor: Actor | null, id: number): Promise<ProductDetail> {
  const row = await findProductFile(deps.db, id, actor?.userId ?? null);
  if (!row) throw notFound('Product');
  const { isOnOffer, isBought } = productFacts(row);
  const isAdminPreview = actor?.role === 'admin' && row.deleted_at === null;
  if (!isOnOffer && !isBought && !isAdminPreview) throw notFound('Product');
  return presentProductDetail(actor, row);
}

/** US cents of the cheapest product that costs something; null when nothing does. */
export function getLowestPrice(deps: Deps): Promise<number | null> {
  return findLowestPrice(deps.db);
}

/** For checkout: the product as it is now, active or not; undefined when unknown or archived. */
export function findProductToSell(deps: Deps, id: number): Promise<ProductRow | undefined> {
  return findLiveProduct(deps.db, id);
}
