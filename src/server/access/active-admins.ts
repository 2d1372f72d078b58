import type { Trx } from '../platform/db/database.ts';

/** Admins who can log in, in the order of their ids. */
function activeAdmins(trx: Trx) {
  return trx
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('deletion_due_at', 'is', null)
    .orderBy('id');
}

/** Admins who can log in: the recipients of what concerns the staff. */
export async function findActiveAdmins(
  trx: Trx,
): Promise<{ id: string; email: string; firstName: string }[]> {
  return activeAdmins(trx).select(['id', 'email', 'first_name as firstName']).execute();
}

/**
 * The rows stay locked until the transaction ends: a request that demotes or deletes an admin locks them first, so
 * that two such requests cannot remove the last two admins together.
 * @returns their ids
 */
export async function lockActiveAdmins(trx: Trx): Promise<string[]> {
  const rows = await activeAdmins(trx).select('id').forUpdate().execute();
  return rows.map((row) => row.id);
}
