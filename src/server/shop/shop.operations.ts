import { z } from 'zod';
import { isFreeProduct, isOpenToAll, ownsProduct } from '../../shared/access/access-rules.ts';
import { matchesProductSearch } from '../../shared/shop/product-search.ts';
import {
  type PricedTitle,
  type Product,
  type ProductDetail,
  productView,
} from '../../shared/shop/products.ts';
import { landingTexts, readPrograms } from '../../shared/site-texts/landing-texts.ts';
import { isListed, productFacts } from '../access/product-facts.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { etagOf } from '../platform/crypto/content-hash.ts';
import { cachedContent } from '../platform/db/content-version.ts';
import type { Trx } from '../platform/db/database.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';
import { getChangedTexts } from '../settings/texts/texts.operations.ts';
import { byPrice, catalogueOf, findOffer } from './catalogue.operations.ts';
import { presentLibraryProduct, presentProduct, presentProductDetail } from './shop.present.ts';
import { findLiveProduct, findPreview, findProductFile, shareLockLiveProduct } from './shop.queries.ts';

/** The shop as every visitor sees it, cached until a product is written. */
const cachedOffer = cachedContent(['products'], async (db) => {
  const rows = await findOffer(db);
  const forSale = rows.filter((row) => reasonNotSold(row) === undefined);
  const forVisitors = rows.map((row) =>
    presentProduct(null, { ...row, hasPurchase: false, blockedPurchase: null }),
  );
  // The schema removes fields that it does not name, as the procedure's output schema does.
  const json = Buffer.from(JSON.stringify(z.array(productView).parse(forVisitors)));
  return {
    forVisitors,
    cheapest: forSale.slice(0, 3).map(({ id, title, price_cents: price }) => ({ id, title, price })),
    serialized: { json, etag: etagOf(json) },
  };
});

/**
 * Each program in the footer links to a search in the shop. These are the search texts that find a product. Cached
 * until a product or a text is written.
 */
const cachedProgramSearches = cachedContent(['products', 'site_texts'], async (db) => {
  const [{ forVisitors }, texts] = await Promise.all([cachedOffer(db), getChangedTexts({ db })]);
  return readPrograms(texts.footerPrograms ?? landingTexts.footerPrograms)
    .map(({ search }) => search)
    .filter((q) => forVisitors.some((product) => matchesProductSearch(product, { q })));
});

/** The products of the shop, cheapest first. Each states whether this user owns it and may open it. */
export async function listProducts(deps: Deps, actor: Actor | null): Promise<Product[]> {
  if (!actor) return (await cachedOffer(deps.db)).forVisitors;
  const rows = await catalogueOf(deps, actor.userId);
  return rows
    .filter(isListed)
    .toSorted(byPrice)
    .map((row) => presentProduct(actor, row));
}

/** The visitors' list as serialized JSON, with its ETag. */
export async function listProductsForVisitors(deps: Deps): Promise<{ json: Buffer; etag: string }> {
  return (await cachedOffer(deps.db)).serialized;
}

/** My Learning Library: what was bought, even if it is hidden or archived by now, and free products in the shop. */
export async function listLibrary(deps: Deps, actor: Actor): Promise<Product[]> {
  const rows = await catalogueOf(deps, actor.userId);
  return rows
    .filter((row) => ownsProduct(actor, productFacts(row)))
    .map((row) => presentLibraryProduct(actor, row));
}

/**
 * The product page: for products in the shop, and for owned ones even if hidden or archived. Admins also see hidden
 * products.
 * @throws DomainError not_found for all other products, so that hidden ones are not revealed
 */
export async function getProduct(deps: Deps, actor: Actor | null, id: number): Promise<ProductDetail> {
  const row = await findProductFile(deps.db, id, actor?.userId ?? null);
  if (!row) throw notFound('Product');
  const facts = productFacts(row);
  const isAdminPreview = actor?.role === 'admin' && row.deleted_at === null;
  if (!facts.isListed && !facts.hasPurchase && !isAdminPreview) throw notFound('Product');
  return presentProductDetail(actor, row);
}

/**
 * An image of one page of the product's PDF, for every user or visitor who may see the product page.
 * @returns a WebP image
 * @throws DomainError not_found
 */
export async function getPreview(deps: Deps, actor: Actor | null, id: number): Promise<Buffer> {
  await getProduct(deps, actor, id);
  const picture = await findPreview(deps.db, id);
  if (!picture) throw notFound('Preview');
  return picture;
}

/** The three cheapest products that can be bought, cheapest first. */
export async function listCheapest(deps: Deps): Promise<PricedTitle[]> {
  return (await cachedOffer(deps.db)).cheapest;
}

/** The search texts of the programs in the footer, without those that find no product in the shop. */
export function listProgramSearches(deps: Deps): Promise<string[]> {
  return cachedProgramSearches(deps.db);
}

/** The product, hidden or not; undefined if unknown or archived. */
export function findProductToSell(deps: Deps, id: number): Promise<ProductRow | undefined> {
  return findLiveProduct(deps.db, id);
}

/** The product, if it can be bought now. */
export async function findProductOnSale(deps: Deps, id: number): Promise<ProductRow | undefined> {
  const product = await findProductToSell(deps, id);
  return product && reasonNotSold(product) === undefined ? product : undefined;
}

/** Why a product cannot be bought; undefined if it can. */
export function reasonNotSold(product: ProductRow): string | undefined {
  if (!product.is_active) return 'this product is not for sale';
  if (isFreeProduct({ price: product.price_cents, isFree: product.is_free })) return 'this product is free';
  const isOpen = isOpenToAll({ type: product.type, productNumber: product.product_number });
  return isOpen ? 'this session is open to everyone with an account' : undefined;
}

/**
 * Like `findProductToSell`, in the transaction of a purchase or grant. Until that transaction ends, other transactions
 * that lock the product with `for update` wait.
 */
export function shareLockProductToSell(trx: Trx, id: number): Promise<ProductRow | undefined> {
  return shareLockLiveProduct(trx, id);
}
