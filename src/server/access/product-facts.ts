import type { ProductFacts } from '../../shared/access/access-rules.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';

type FactColumns = 'type' | 'product_number' | 'price_cents' | 'is_free' | 'is_active' | 'deleted_at';

/**
 * The facts that decide whether a user may open a product. `hasPurchase`: one of the user's purchases grants access.
 */
export function productFacts(row: Pick<ProductRow, FactColumns> & { hasPurchase: boolean }): ProductFacts {
  return {
    type: row.type,
    productNumber: row.product_number,
    price: row.price_cents,
    isFree: row.is_free,
    isListed: isListed(row),
    hasPurchase: row.hasPurchase,
  };
}

export function isListed(row: Pick<ProductRow, 'is_active' | 'deleted_at'>): boolean {
  return row.is_active && row.deleted_at === null;
}
