import { isFreeProduct } from '../../shared/access/access-rules.ts';
import type { ProductsChange } from '../../shared/shop/products.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { savedAfter } from '../platform/db/saved-after.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';
import { shownPrice } from './catalogue.operations.ts';
import { changesOf } from './product-editing.operations.ts';
import { lockLiveProducts, updateProductRow } from './product-editing.queries.ts';

type PriceChange = Extract<ProductsChange, { field: 'price' }>;

/**
 * Sets one price for several products, or puts them on sale or hides them, in one transaction. A product without
 * content stays hidden; an admin can put it on sale only in its editor.
 * @returns how many products were changed, how many ids are unknown or archived, and how many products
 * stay hidden because they have no content
 * @throws DomainError step_up_required for a changed price; conflict if a price to change differs from the one
 * that the admin saw
 */
export async function changeProducts(
  deps: Deps,
  actor: AdminActor,
  { ids, change }: { ids: readonly number[]; change: ProductsChange },
  metadata: RequestMetadata,
): Promise<{ changed: number; missing: number; empty: number }> {
  const wanted = [...new Set(ids)];
  return inTransaction(deps.db, async (trx) => {
    const products = await lockLiveProducts(trx, wanted);
    const changeable = products.filter(
      (product) => !(change.field === 'isActive' && change.isActive) || product.is_active || product.is_ready,
    );
    const after = columnsOf(change);
    const differing = changeable.filter((product) => Object.keys(changesOf(product, after)).length > 0);
    if (change.field === 'price') requireSeenPrices(differing, change);
    if (change.field === 'price' && differing.length > 0) requireRecentAuthentication(deps, actor);
    for (const product of differing) {
      await updateProductRow(trx, product.id, { ...after, updated_at: savedAfter(product, deps.now()) });
      await deps.jobs.enqueue(trx, 'close-payment-pages', { productId: product.id });
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'product.updated',
        subjectType: 'product',
        subjectId: String(product.id),
        metadata,
        details: { changes: changesOf(product, after), together: differing.length },
      });
    }
    return {
      changed: differing.length,
      missing: wanted.length - products.length,
      empty: products.length - changeable.length,
    };
  });
}

function requireSeenPrices(products: readonly ProductRow[], change: PriceChange): void {
  const seenPrices = new Map(change.seen?.map(({ id, price }) => [id, price]));
  const differing = products.filter((product) => {
    const seenPrice = seenPrices.get(product.id);
    return seenPrice !== undefined && seenPrice !== shownPrice(product);
  });
  if (differing.length === 0) return;
  const titles = differing.map(({ title }) => title).join(', ');
  throw new DomainError(
    'conflict',
    `These prices were changed in another tab or by another admin: ${titles}. Look at the current prices, then set the price again.`,
  );
}

function columnsOf(change: ProductsChange): Partial<ProductRow> {
  return change.field === 'price'
    ? { price_cents: change.price, is_free: isFreeProduct({ price: change.price, isFree: false }) }
    : { is_active: change.isActive };
}
