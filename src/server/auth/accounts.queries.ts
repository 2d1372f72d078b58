import type { Db, Trx } from '../platform/db/database.ts';
import { hasEmail } from './users.queries.ts';

/** The fields of an account that the operations of this folder need. Can be passed as the `Recipient` of an email. */
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

function selectAccounts(db: Db | Trx) {
  return db
    .selectFrom('users')
    .select([
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
    ])
    .where('deleted_at', 'is', null);
}

/**
 * Locks the account with this email against changes until the transaction ends. Undefined if there is none, or if it is
 * suspended.
 */
export async function lockActiveAccountByEmail(trx: Trx, email: string) {
  return selectAccounts(trx)
    .where(hasEmail(email))
    .where('suspended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** Undefined if the account is deleted. */
export async function findAccount(db: Db | Trx, id: string) {
  return selectAccounts(db).where('id', '=', id).executeTakeFirst();
}

/** Locks the account until the transaction ends. Undefined if the account is deleted. */
export async function lockAccount(trx: Trx, id: string) {
  return selectAccounts(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns undefined if the stored hash is no longer `previousHash` */
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

/** Records when the policy rejected the password; null if the policy accepts it. */
export async function setPasswordRejected(db: Db, userId: string, at: Date | null): Promise<void> {
  await db.updateTable('users').set({ password_refused_at: at }).where('id', '=', userId).execute();
}

/** @returns whether the email was unverified before */
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
