import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { isBehind, type TimePosition } from '../platform/db/paging.ts';
import type { UnreadableHandsTable } from '../platform/db/tables/hand-tables.ts';

export async function insertUnreadableHand(db: Db, hand: Insertable<UnreadableHandsTable>): Promise<void> {
  await db.insertInto('unread_hands').values(hand).execute();
}

/** The unreadable hands that follow a position in the list, newest first. */
export async function findUnreadableHands(db: Db, after: TimePosition | undefined, limit: number) {
  return db
    .selectFrom('unread_hands')
    .selectAll()
    .select(sql<string>`created_at::text`.as('sorted_at'))
    .where(isBehind({ at: 'created_at', id: 'id' }, '<', after))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteUnreadableHand(trx: Trx, id: string): Promise<boolean> {
  const result = await trx.deleteFrom('unread_hands').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteExpiredUnreadableHands(db: Db, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('unread_hands')
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
