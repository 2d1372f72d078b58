import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';

/** Admins who can log in, ordered by id. */
function activeAdmins(db: Db | Trx) {
  return db.selectFrom('users').where('role', '=', 'admin').where(canLogIn).orderBy('id');
}

/** Admins who can log in, with their email addresses. */
export async function findActiveAdmins(
  db: Db | Trx,
): Promise<{ id: string; email: string; firstName: string }[]> {
  return activeAdmins(db).select(['id', 'email', 'first_name as firstName']).execute();
}

/**
 * Locks, until the transaction ends, all admins who can log in. Call it before demoting or deleting an admin, so that
 * two requests cannot remove the last two admins.
 * @returns their ids
 */
export async function lockActiveAdmins(trx: Trx): Promise<string[]> {
  // This lock does not block inserts of rows that refer to an admin, such as notifications.
  const rows = await activeAdmins(trx).select('id').forNoKeyUpdate().execute();
  return rows.map((row) => row.id);
}

/**
 * Locks the admins who can log in, as `lockActiveAdmins` does.
 * @throws DomainError forbidden if the caller is no longer one of them
 */
export async function requireStillAdmin(trx: Trx, actor: Pick<Actor, 'userId'>): Promise<void> {
  const admins = await lockActiveAdmins(trx);
  if (!admins.includes(actor.userId)) throw new DomainError('forbidden', 'You are no longer an admin');
}
