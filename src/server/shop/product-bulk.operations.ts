import { isFreeProduct } from '../../shared/access/access-rules.ts';
import type { ProductsChange } from '../../shared/shop/products.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, Origin } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { savedAfter } from '../platform/db/saved-after.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';
import { lockLiveProducts, updateProductRow } from './product-editing.queries.ts';

type PriceChange = Extract<ProductsChange, { field: 'price' }>;
type ChangedColumns = Partial<Pick<ProductRow, 'price_cents' | 'is_free' | 'is_active'>>;

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
  origin: Origin,
): Promise<{ changed: number; missing: number; empty: number }> {
  const wanted = [...new Set(ids)];
  return inTransaction(deps.db, async (trx) => {
    const products = await lockLiveProducts(trx, wanted);
    if (change.field === 'price') requireSeenPrices(products, change);
    const changeable = products.filter(
      (product) => !(change.field === 'isActive' && change.isActive) || product.is_active || product.is_ready,
    );
    const changes = changeable.map((product) => ({ product, columns: changedColumns(product, change) }));
    const differing = changes.filter(({ columns }) => Object.keys(columns).length > 0);
    if (change.field === 'price' && differing.length > 0) requireRecentAuthentication(deps, actor);
    for (const { product, columns } of differing) {
      await updateProductRow(trx, product.id, { ...columns, updated_at: savedAfter(product, deps.now()) });
      await deps.jobs.enqueue(trx, 'close-payment-pages', { productId: product.id });
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'product.updated',
        subjectType: 'product',
        subjectId: String(product.id),
        origin,
        details: { changes: changesOf(product, columns), together: differing.length },
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
    if (Object.keys(changedColumns(product, change)).length === 0) return false;
    const seenPrice = seenPrices.get(product.id);
    const isFree = isFreeProduct({ price: product.price_cents, isFree: product.is_free });
    return seenPrice !== undefined && seenPrice !== (isFree ? 0 : product.price_cents);
  });
  if (differing.length === 0) return;
  const titles = differing.map(({ title }) => title).join(', ');
  throw new DomainError(
    'conflict',
    `These prices were changed in another tab or by another admin: ${titles}. Look at the current prices, then set the price again.`,
  );
}

function changedColumns(product: ProductRow, change: ProductsChange): ChangedColumns {
  const after: ChangedColumns =
    change.field === 'price'
      ? { price_cents: change.price, is_free: isFreeProduct({ price: change.price, isFree: false }) }
      : { is_active: change.isActive };
  return Object.fromEntries(
    Object.entries(after).filter(([column, value]) => value !== product[column as keyof ChangedColumns]),
  );
}

function changesOf(before: ProductRow, after: ChangedColumns): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).map(([column, to]) => [
      column,
      { from: before[column as keyof ChangedColumns], to },
    ]),
  );
}
