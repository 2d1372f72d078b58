import type { ProductType } from '../../shared/enums.ts';
import type { OfferedResource } from '../../shared/practice/drill-editor.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';
import type { Db } from '../platform/db/database.ts';

export const kindOfProduct = (type: ProductType): 'session' | 'product' =>
  type === 'session' ? 'session' : 'product';

/** Sessions and PDFs in the shop, and coaching plans, each sorted by number. */
export async function findOfferedResources(db: Db): Promise<OfferedResource[]> {
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
    ...products.map(({ type, ...product }) => ({ kind: kindOfProduct(type), ...product })),
    ...plans.map((plan) => ({ kind: 'plan' as const, id: plan.number, ...plan })),
  ];
}

/** The titles of these resources, without sessions and PDFs that are not in the shop. */
export async function findResourceTitles(
  db: Db,
  resources: readonly StudyResource[],
): Promise<{ kind: StudyResource['kind']; id: number; title: string }[]> {
  const products = resources.filter(({ kind }) => kind !== 'plan').map(({ id }) => id);
  const plans = resources.filter(({ kind }) => kind === 'plan').map(({ id }) => id);
  const [ofProducts, ofPlans] = await Promise.all([
    products.length === 0
      ? []
      : db
          .selectFrom('products')
          .select(['id', 'type', 'title'])
          .where('id', 'in', products)
          .where('is_active', '=', true)
          .where('deleted_at', 'is', null)
          .execute(),
    plans.length === 0
      ? []
      : db
          .selectFrom('coaching_pdfs')
          .select(['pdf_number as id', 'title'])
          .where('pdf_number', 'in', plans)
          .execute(),
  ]);
  return [
    ...ofProducts.map(({ type, ...product }) => ({ kind: kindOfProduct(type), ...product })),
    ...ofPlans.map((plan) => ({ kind: 'plan' as const, ...plan })),
  ];
}
