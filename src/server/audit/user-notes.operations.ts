import { randomUUID } from 'node:crypto';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { idTaken } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import { insertNote, isSameNote, type NewNote } from './user-notes.queries.ts';

/**
 * Stores a note about a user. The caller must have locked the account, so that no note is added after the account's
 * notes were erased.
 * @returns false if the note was stored earlier
 * @throws DomainError conflict for the id of another note
 */
export async function storeNote(trx: Trx, note: NewNote): Promise<boolean> {
  if (await insertNote(trx, note)) return true;
  if (await isSameNote(trx, note)) return false;
  throw idTaken();
}

/**
 * Stores the reason as a note, because notes are erased with the account, and entries of the audit log are not. The
 * caller must have locked the account.
 */
export async function noteReason(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  admin: AdminActor,
  id: string,
  change: string,
  reason: string,
): Promise<void> {
  await storeNote(trx, {
    id: randomUUID(),
    userId: id,
    authorId: admin.userId,
    text: `${change}: ${reason}`,
    now: deps.now(),
  });
}
