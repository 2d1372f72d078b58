import type { Trx } from '../db/database.ts';
import { findActiveAdmins, lockActiveAdmins } from './users.queries.ts';

/** Admins who can sign in: whom the academy tells of what needs one. */
export function listActiveAdmins(trx: Trx): Promise<{ id: string; email: string; firstName: string }[]> {
  return findActiveAdmins(trx);
}

/**
 * Holds all of them until the transaction ends: whoever takes an admin away asks first, so that not all go at once.
 * @returns their ids
 */
export function holdActiveAdmins(trx: Trx): Promise<string[]> {
  return lockActiveAdmins(trx);
}
