import type { Product } from '../../shared/products.ts';
import type { Actor } from '../actor.ts';
import type { ProductRow } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { presentLibraryProduct, presentProduct } from './shop.present.ts';
import { findLibraryProducts, findLiveProduct, findProductsOnOffer } from './shop.queries.ts';

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

/** For checkout: the product as it is now, active or not; undefined when unknown or archived. */
export function findProductToSell(deps: Deps, id: number): Promise<ProductRow | undefined> {
  return findLiveProduct(deps.db, id);
}
