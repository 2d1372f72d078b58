import type { ShareMode } from '../../shared/hands/hands.ts';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';

/** A hand's share links that are not revoked, newest first. */
export async function findShares(db: Db, handId: string) {
  return db
    .selectFrom('hand_shares')
    .select(['id', 'mode', 'opens', 'created_at'])
    .where('hand_id', '=', handId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
}

/** The number of a user's share links that are not revoked, over all hands. */
export async function countShares(trx: Trx, ownerId: string): Promise<number> {
  const row = await trx
    .selectFrom('hand_shares')
    .innerJoin('hands', 'hands.id', 'hand_shares.hand_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('hands.owner_id', '=', ownerId)
    .where('hand_shares.revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertShare(
  trx: Trx,
  share: { handId: string; tokenHash: string; mode: ShareMode; now: Date },
): Promise<void> {
  await trx
    .insertInto('hand_shares')
    .values({ hand_id: share.handId, token_hash: share.tokenHash, mode: share.mode, created_at: share.now })
    .execute();
}

/** @returns false for an unknown or revoked link, and for a link to another user's hand */
export async function revokeShareRow(db: Db, ownerId: string, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('hand_shares')
    .from('hands')
    .set({ revoked_at: now })
    .whereRef('hands.id', '=', 'hand_shares.hand_id')
    .where('hands.owner_id', '=', ownerId)
    .where('hand_shares.id', '=', id)
    .where('hand_shares.revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The hand of a share link; undefined if the link is unknown or revoked, or the hand's owner cannot log in. */
export async function findSharedHand(db: Db, tokenHash: string) {
  return db
    .selectFrom('hand_shares')
    .innerJoin('hands', 'hands.id', 'hand_shares.hand_id')
    .innerJoin('users', 'users.id', 'hands.owner_id')
    .selectAll('hands')
    .select(['hand_shares.id as share_id', 'hand_shares.mode'])
    .where('hand_shares.token_hash', '=', tokenHash)
    .where('hand_shares.revoked_at', 'is', null)
    .where(canLogIn)
    .executeTakeFirst();
}

export async function incrementOpenings(db: Db, shareId: string): Promise<void> {
  await db
    .updateTable('hand_shares')
    .set((eb) => ({ opens: eb('opens', '+', 1) }))
    .where('id', '=', shareId)
    .execute();
}
