import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import type { UserProgressTable } from '../platform/db/tables/learning-tables.ts';

export type ProgressRow = Selectable<UserProgressTable>;

/** Includes the progress of archived sessions. */
export async function findProgress(db: Db, userId: string): Promise<ProgressRow[]> {
  return db
    .selectFrom('user_progress')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('session_id')
    .execute();
}

export async function findProgressOf(
  db: Db | Trx,
  userId: string,
  sessionId: number,
): Promise<ProgressRow | undefined> {
  return db
    .selectFrom('user_progress')
    .selectAll()
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
}

/** Serializes a user's reports of progress, from all devices and about all sessions, until the transaction ends. */
export async function lockReports(trx: Trx, userId: string): Promise<void> {
  await lockKey(trx, `progress:${userId}`);
}

/** The time up to which study time, in any session, has been credited to the user; null if none has. */
export async function findCreditedUntil(trx: Trx, userId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('user_progress')
    .select((eb) => eb.fn.max('credited_until').as('until'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.until ?? null;
}

export async function saveProgress(
  trx: Trx,
  row: Insertable<UserProgressTable> & { updated_at: Date },
): Promise<ProgressRow> {
  const { user_id: _user, session_id: _session, started_at: _started, ...changes } = row;
  return trx
    .insertInto('user_progress')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'session_id']).doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}
