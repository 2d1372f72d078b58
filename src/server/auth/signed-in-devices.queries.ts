import type { Db, Trx } from '../platform/db/database.ts';

export type SessionRow = Awaited<ReturnType<typeof findLiveSessions>>[number];

export async function findLiveSessions(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'sess', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where('expire', '>', now.toISOString())
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();
}

/** @returns whether the user had a session with this id */
export async function deleteSessionById(trx: Trx, userId: string, id: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** @returns the number of sessions deleted */
export async function deleteSessionsExcept(
  trx: Trx,
  userId: string,
  exceptId: string | undefined,
): Promise<number> {
  const result = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Records that the user has authenticated again. @returns false if the session has ended in the meantime */
export async function confirmSession(trx: Trx, userId: string, id: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('sessions')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
