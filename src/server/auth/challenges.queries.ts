import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';

/**
 * Stores a login whose password was correct, and which now waits for the second factor. Locks the account: a
 * concurrent change of the password either ends first, and nothing is stored, or waits until the login is stored.
 * @returns false if the password has changed since the login checked it
 */
export async function insertChallenge(
  db: Db,
  challenge: { userId: string; passwordHash: string; tokenHash: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sign_in_challenges')
    .columns(['user_id', 'token_hash', 'created_at', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'users.id as user_id',
          sql<string>`${challenge.tokenHash}::text`.as('token_hash'),
          sql<Date>`${challenge.now}::timestamptz`.as('created_at'),
          sql<Date>`${challenge.expiresAt}::timestamptz`.as('expires_at'),
        ])
        .where('users.id', '=', challenge.userId)
        .where('users.password_hash', '=', challenge.passwordHash)
        .forShare(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The challenge if it is unused and has not expired, regardless of its number of attempts. */
export async function findOpenChallenge(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('sign_in_challenges')
    .select(['id', 'user_id as userId'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** @returns false if no attempt is left, or the challenge is used */
export async function countAttempt(db: Db, id: string, max: number): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', max)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** @returns whether the challenge was unused: true for only one of several concurrent requests */
export async function redeemChallenge(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_challenges')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteChallenges(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute();
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now.toISOString()).execute();
}
