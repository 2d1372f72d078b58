import { randomUUID } from 'node:crypto';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../platform/db/database.ts';

/** @returns false if a note with this id was inserted earlier */
export async function insertNote(
  trx: Trx,
  note: { id: string; userId: string; authorId: string; text: string; now: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('user_notes')
    .values({
      id: note.id,
      user_id: note.userId,
      author_id: note.authorId,
      text: note.text,
      created_at: note.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Stores the reason as a note, because notes are erased with the account, and entries of the audit log are not. */
export async function noteReason(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  admin: AdminActor,
  id: string,
  change: string,
  reason: string,
): Promise<void> {
  await insertNote(trx, {
    id: randomUUID(),
    userId: id,
    authorId: admin.userId,
    text: `${change}: ${reason}`,
    now: deps.now(),
  });
}
