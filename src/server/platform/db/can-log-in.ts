import { sql } from 'kysely';
import type { Trx } from './database.ts';

/** Whether the account in `users` can log in: not suspended, not about to be deleted, and not deleted. */
export const canLogIn = sql<boolean>`(
  users.suspended_at is null and users.deletion_due_at is null and users.deleted_at is null)`;

/** Whether this account can log in. */
export async function isAbleToLogIn(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(canLogIn)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of these users, those who cannot log in, because the account is suspended or is about to be deleted. */
export async function findUnableToLogIn(trx: Trx, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  return trx
    .selectFrom('users')
    .select([
      'id',
      'suspended_at as suspendedAt',
      'deletion_due_at as deletionDueAt',
      'time_zone as timeZone',
    ])
    .where('id', '=', sql<string>`any(${userIds})`)
    .where(sql<boolean>`not ${canLogIn}`)
    .execute();
}
