import type { Db, Trx } from '../platform/db/database.ts';
import type { AccountTokenPurpose } from '../platform/db/tables/account-tables.ts';

export async function insertToken(
  trx: Trx,
  token: { userId: string; purpose: AccountTokenPurpose; tokenHash: string; now: Date; expiresAt: Date },
): Promise<string> {
  const row = await trx
    .insertInto('account_tokens')
    .values({
      user_id: token.userId,
      purpose: token.purpose,
      token_hash: token.tokenHash,
      created_at: token.now,
      expires_at: token.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** When the user's latest tokens of this purpose were created, newest first. */
export async function findTokenTimes(
  trx: Trx,
  userId: string,
  purpose: AccountTokenPurpose,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('account_tokens')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

/** The user of a valid token. Does not mark the token as used; `redeemToken` does. */
export async function findTokenOwner(
  db: Db,
  token: { purpose: AccountTokenPurpose; tokenHash: string; now: Date },
) {
  return db
    .selectFrom('account_tokens')
    .innerJoin('users', 'users.id', 'account_tokens.user_id')
    .select(['users.id', 'users.role'])
    .where('token_hash', '=', token.tokenHash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', token.now.toISOString())
    .executeTakeFirst();
}

/**
 * Marks a valid token as used.
 * @returns the id of its user; undefined if the token is invalid or used, so that of concurrent calls only one succeeds
 */
export async function redeemToken(
  trx: Trx,
  token: { purpose: AccountTokenPurpose; tokenHash: string; now: Date },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('account_tokens')
    .set({ used_at: token.now })
    .where('token_hash', '=', token.tokenHash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', token.now.toISOString())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function deleteTokensOfUser(
  trx: Trx,
  userId: string,
  purpose: AccountTokenPurpose,
): Promise<void> {
  await trx
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deleteTokensExpiredBefore(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('account_tokens')
    .where('expires_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
