import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';

const isActiveAdmin = sql<boolean>`(users.role = 'admin' and ${canLogIn})`;

/** Admins who can log in, with their email addresses. */
export async function findActiveAdmins(db: Db | Trx) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName'])
    .where(isActiveAdmin)
    .orderBy('id')
    .execute();
}

/**
 * Locks, until the transaction ends, all admins who can log in, and the account with the id `accountId`. Call it before
 * demoting or deleting an admin, so that two requests cannot remove the last two admins. All of these accounts are
 * locked in the order of their ids, so that concurrent calls cannot deadlock.
 * @returns the ids of the admins
 */
export async function lockActiveAdmins(trx: Trx, accountId?: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .select(isActiveAdmin.as('is_admin'))
    .where(({ eb, or }) =>
      or([isActiveAdmin, ...(accountId === undefined ? [] : [eb('id', '=', accountId)])]),
    )
    .orderBy('id')
    // This lock does not block inserts of rows that refer to an admin, such as notifications.
    .forNoKeyUpdate()
    .execute();
  return rows.filter((row) => row.is_admin).map((row) => row.id);
}

/**
 * Locks the admins who can log in, and the account with the id `accountId`, as `lockActiveAdmins` does.
 * @throws DomainError forbidden if the caller is no longer an admin who can log in
 */
export async function requireStillAdmin(
  trx: Trx,
  actor: Pick<Actor, 'userId'>,
  accountId?: string,
): Promise<void> {
  const admins = await lockActiveAdmins(trx, accountId);
  if (!admins.includes(actor.userId)) throw new DomainError('forbidden', 'You are no longer an admin');
}
