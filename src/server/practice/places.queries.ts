import type { OfferedPlace } from '../../shared/practice/drill-editor.ts';
import type { Db } from '../platform/db/database.ts';

/** Sessions and PDFs on offer, and coaching plans, each sorted by number. */
export async function findOfferedPlaces(db: Db): Promise<OfferedPlace[]> {
  const [products, plans] = await Promise.all([
    db
      .selectFrom('products')
      .select(['id', 'product_number as number', 'title', 'type'])
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('type', 'desc')
      .orderBy('product_number')
      .limit(1_000)
      .execute(),
    db.selectFrom('coaching_pdfs').select(['pdf_number as number', 'title']).orderBy('pdf_number').execute(),
  ]);
  return [
    ...products.map(({ type, ...product }) => ({
      kind: type === 'session' ? ('session' as const) : ('product' as const),
      ...product,
    })),
    ...plans.map((plan) => ({ kind: 'plan' as const, id: plan.number, ...plan })),
  ];
}
