import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import { visibleTo } from '../platform/db/product-ownership.ts';

/** The hands of the academy that a user starred, newest star first. */
export async function findStarredHands(db: Db, userId: string) {
  return db
    .selectFrom('starred_hands')
    .innerJoin('hands', 'hands.id', 'starred_hands.hand_id')
    .select(['hands.id', 'hands.title', 'hands.is_public', 'starred_hands.created_at'])
    .where('starred_hands.user_id', '=', userId)
    .orderBy('starred_hands.created_at', 'desc')
    .orderBy('hands.id')
    .execute();
}

/** Which of the products are not hidden from the user. */
export async function findVisibleProducts(
  db: Db,
  userId: string,
  productIds: readonly number[],
): Promise<Set<number>> {
  if (productIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', [...productIds])
    .where(visibleTo(userId))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Serializes counting and inserting a user's stars until the transaction ends. */
export async function lockStars(trx: Trx, userId: string): Promise<void> {
  await lockKey(trx, `starred-hands:${userId}`);
}

export async function countStars(trx: Trx, userId: string): Promise<number> {
  const row = await trx
    .selectFrom('starred_hands')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Idempotent. */
export async function insertStar(trx: Trx, userId: string, handId: string, now: Date): Promise<void> {
  await trx
    .insertInto('starred_hands')
    .values({ user_id: userId, hand_id: handId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteStar(db: Db, userId: string, handId: string): Promise<void> {
  await db.deleteFrom('starred_hands').where('user_id', '=', userId).where('hand_id', '=', handId).execute();
}
