import type { Db } from '../db/database.ts';
import type { ProductRow } from '../db/schema.ts';

export type SessionRow = ProductRow & { bought: boolean };

/** Sessions on offer, and those that the reader bought and that were archived since, by number. */
export async function findSessions(db: Db, userId: string): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('products')
    .leftJoin('purchases', (join) =>
      join
        .onRef('purchases.product_id', '=', 'products.id')
        .on('purchases.user_id', '=', userId)
        .on('purchases.status', '=', 'completed'),
    )
    .selectAll('products')
    .select('purchases.id as purchase_id')
    .where('products.type', '=', 'session')
    .where((eb) =>
      eb.or([
        eb.and([eb('products.deleted_at', 'is', null), eb('products.is_active', '=', true)]),
        eb.and([eb('products.deleted_at', 'is not', null), eb('purchases.id', 'is not', null)]),
      ]),
    )
    .orderBy('products.product_number')
    .orderBy('products.id')
    .execute();
  return rows.map(({ purchase_id, ...row }) => ({ ...row, bought: purchase_id !== null }));
}

/** Sessions that are deleted for good took their progress along; archived ones still count. */
export async function findProgress(
  db: Db,
  userId: string,
): Promise<{ sessionId: number; status: 'in_progress' | 'completed' }[]> {
  return db
    .selectFrom('user_progress')
    .select(['session_id as sessionId', 'status'])
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('session_id')
    .execute();
}
