import type { Db } from '../platform/db/database.ts';

/** Sessions on offer and coaching plans, by number. */
export async function findPlaces(
  db: Db,
): Promise<{ kind: 'session' | 'plan'; id: number; number: number; title: string }[]> {
  const [sessions, plans] = await Promise.all([
    db
      .selectFrom('products')
      .select(['id', 'product_number as number', 'title'])
      .where('type', '=', 'session')
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('product_number')
      .limit(500)
      .execute(),
    db.selectFrom('coaching_pdfs').select(['pdf_number as number', 'title']).orderBy('pdf_number').execute(),
  ]);
  return [
    ...sessions.map((session) => ({ kind: 'session' as const, ...session })),
    ...plans.map((plan) => ({ kind: 'plan' as const, id: plan.number, ...plan })),
  ];
}
