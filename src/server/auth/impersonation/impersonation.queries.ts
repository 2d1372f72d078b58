import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { UserRow } from '../../platform/db/tables/account-tables.ts';

/** Locks the account's row against changes; undefined if the account is deleted. */
export async function lockImpersonatedUser(trx: Trx, id: string): Promise<UserRow | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/**
 * Locks the admin's account. Call it before `lockSession`: changing a password and ending sessions lock in this order,
 * and the opposite order could deadlock with them.
 */
export async function lockAdmin(trx: Trx, adminId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', adminId).forKeyShare().execute();
}

/** Locks an admin's session. @returns its impersonation, if any; undefined if the session has ended */
export async function lockSession(trx: Trx, sessionId: string, adminId: string) {
  return trx
    .selectFrom('sessions')
    .select('viewing_id')
    .where('id', '=', sessionId)
    .where('user_id', '=', adminId)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertImpersonation(
  trx: Trx,
  impersonation: { userId: string; adminId: string; reason: string; startedAt: Date; endsAt: Date },
): Promise<string> {
  const { id } = await trx
    .insertInto('account_views')
    .values({
      user_id: impersonation.userId,
      admin_id: impersonation.adminId,
      reason: impersonation.reason,
      started_at: impersonation.startedAt,
      ends_at: impersonation.endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setSessionImpersonation(
  trx: Trx,
  sessionId: string,
  impersonationId: string | null,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ viewing_id: impersonationId })
    .where('id', '=', sessionId)
    .execute();
}

/** Ends the impersonation now, or at its expiry if that has passed. @returns false if it had already ended */
export async function endImpersonation(trx: Trx, id: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('account_views')
    .set({ ended_at: sql<string>`least(ends_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export type ImpersonationRow = Awaited<ReturnType<typeof findImpersonationsOf>>[number];

/** Newest first. */
export async function findImpersonationsOf(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('account_views')
    .select(['id', 'started_at', 'ends_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}
