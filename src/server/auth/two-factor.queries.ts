import type { Db, Trx } from '../platform/db/database.ts';

export async function findSecret(db: Db | Trx, userId: string) {
  return db
    .selectFrom('two_factor_secrets')
    .select(['sealed', 'created_at as createdAt', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores a secret that is not confirmed yet. @returns false if a confirmed one exists */
export async function savePendingSecret(
  trx: Trx,
  userId: string,
  sealed: string,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .insertInto('two_factor_secrets')
    .values({ user_id: userId, sealed, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed, created_at: now })
        .where('two_factor_secrets.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns false if the user has replaced this secret, or has confirmed it already */
export async function confirmSecret(
  trx: Trx,
  pending: { userId: string; sealed: string; step: number; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('two_factor_secrets')
    .set({ confirmed_at: pending.now, last_used_step: pending.step })
    .where('user_id', '=', pending.userId)
    .where('sealed', '=', pending.sealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Claims a time step: of several concurrent requests, only one succeeds, and only if the step is later than the last
 * one claimed (RFC 6238 §5.2).
 */
export async function claimStep(
  db: Db | Trx,
  claim: { userId: string; sealed: string; step: number },
): Promise<boolean> {
  const result = await db
    .updateTable('two_factor_secrets')
    .set({ last_used_step: claim.step })
    .where('user_id', '=', claim.userId)
    .where('sealed', '=', claim.sealed)
    .where((eb) => eb.or([eb('last_used_step', 'is', null), eb('last_used_step', '<', claim.step)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteSecret(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('two_factor_secrets').where('user_id', '=', userId).execute();
}

export async function setTwoFactorEnabled(trx: Trx, userId: string, at: Date | null): Promise<void> {
  await trx.updateTable('users').set({ two_factor_enabled_at: at }).where('id', '=', userId).execute();
}

export async function insertRecoveryCodes(
  trx: Trx,
  userId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now })))
    .execute();
}

export async function deleteRecoveryCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Claims a recovery code: of several concurrent requests, only one succeeds. */
export async function claimRecoveryCode(
  db: Db | Trx,
  userId: string,
  hash: string,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db | Trx, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}
