import type { Db, Trx } from '../platform/db/database.ts';

/** Stores a login whose password was correct, and which now waits for the second factor. */
export async function insertChallenge(
  db: Db,
  challenge: { userId: string; tokenHash: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sign_in_challenges')
    .values({
      user_id: challenge.userId,
      token_hash: challenge.tokenHash,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

export type ChallengeRow = { id: string; userId: string; attempts: number };

/** The challenge if it is unused and has not expired, regardless of its number of attempts. */
export async function findOpenChallenge(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<ChallengeRow | undefined> {
  return db
    .selectFrom('sign_in_challenges')
    .select(['id', 'user_id as userId', 'attempts'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/** @returns the number of this attempt; undefined if none are left, or the challenge is used */
export async function countAttempt(db: Db, id: string, max: number): Promise<number | undefined> {
  const row = await db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', max)
    .where('used_at', 'is', null)
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts;
}

/** @returns whether the challenge was unused: true for only one of several concurrent requests */
export async function redeemChallenge(trx: Trx, id: string, now: Date): Promise<boolean> {
  const result = await trx
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
