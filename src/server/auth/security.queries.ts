import type { Role } from '../../shared/enums.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { AccountTokenPurpose } from '../platform/db/tables/account-tables.ts';

export type AccountRow = {
  id: string;
  email: string;
  firstName: string;
  passwordHash: string;
  emailVerifiedAt: string | null;
  role: Role;
  twoFactorEnabledAt: string | null;
  passwordRejectedAt: string | null;
  suspendedAt: string | null;
  deletionDueAt: string | null;
};

const accountColumns = [
  'id',
  'email',
  'first_name as firstName',
  'password_hash as passwordHash',
  'email_verified_at as emailVerifiedAt',
  'role',
  'two_factor_enabled_at as twoFactorEnabledAt',
  'password_refused_at as passwordRejectedAt',
  'suspended_at as suspendedAt',
  'deletion_due_at as deletionDueAt',
] as const;

export async function findActiveAccountByEmail(db: Db | Trx, email: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
}

export async function findAccount(db: Db | Trx, id: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Locks the account until the transaction ends, so that concurrent requests of a user run one after the other. */
export async function lockAccount(trx: Trx, id: string): Promise<AccountRow | undefined> {
  return trx
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns undefined if the password is no longer `previousHash` */
export async function replacePassword(
  trx: Trx,
  change: { userId: string; previousHash: string; hash: string; now: Date },
): Promise<{ id: string } | undefined> {
  return (
    trx
      .updateTable('users')
      // The policy has accepted the new password.
      .set({ password_hash: change.hash, password_refused_at: null, updated_at: change.now })
      .where('id', '=', change.userId)
      .where('password_hash', '=', change.previousHash)
      .returning('id')
      .executeTakeFirst()
  );
}

/** Null clears it. */
export async function setPasswordRejected(db: Db, userId: string, at: Date | null): Promise<void> {
  await db.updateTable('users').set({ password_refused_at: at }).where('id', '=', userId).execute();
}

/** @returns whether it was unverified before */
export async function markEmailVerified(trx: Trx, userId: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ email_verified_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The new address counts as unverified. */
export async function replaceEmail(trx: Trx, userId: string, email: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email, email_verified_at: null, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

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

/** When the latest links were created, newest first. */
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

/** The user of a valid token. Does not mark the token as used; `useToken` does. */
export async function findTokenOwner(
  db: Db,
  token: { purpose: AccountTokenPurpose; tokenHash: string; now: Date },
): Promise<{ id: string; role: Role } | undefined> {
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

/** Uses the token up. @returns its user's id to exactly one of several concurrent requests, undefined to the others */
export async function useToken(
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

/** Ends the user's sessions, except the one with the hash `exceptSid`. */
export async function deleteSessions(trx: Trx, userId: string, exceptSid?: string): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptSid !== undefined, (query) => query.where('sid', '!=', exceptSid ?? ''))
    .execute();
}

/** Gives a session a new id and so invalidates the old one. Both are hashes. */
export async function renameSession(trx: Trx, fromSid: string, toSid: string): Promise<void> {
  await trx.updateTable('sessions').set({ sid: toSid }).where('sid', '=', fromSid).execute();
}
