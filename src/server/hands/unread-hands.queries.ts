import type { Insertable } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { UnreadHandsTable } from '../platform/db/tables/hand-tables.ts';

export async function insertUnreadHand(db: Db, hand: Insertable<UnreadHandsTable>): Promise<void> {
  await db.insertInto('unread_hands').values(hand).execute();
}

/** Newest first. */
export async function findUnreadHands(db: Db, before: string | undefined, limit: number) {
  return db
    .selectFrom('unread_hands')
    .selectAll()
    .$if(before !== undefined, (rows) =>
      rows.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('created_at', 'id'),
          '<',
          selectFrom('unread_hands as last')
            .select(['last.created_at', 'last.id'])
            .where('last.id', '=', before ?? '')
            .$asTuple('created_at', 'id'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteUnreadHand(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('unread_hands').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function deleteUnreadHandsBefore(db: Db, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('unread_hands')
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
