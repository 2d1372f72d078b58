import type { Trx } from '../platform/db/database.ts';

export type NewNote = { id: string; userId: string; authorId: string; text: string; now: Date };

/** @returns false if a note with this id was inserted earlier */
export async function insertNote(trx: Trx, note: NewNote): Promise<boolean> {
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

/** Whether the note with this id is about this user and has this text. */
export async function isSameNote(
  trx: Trx,
  { id, userId, text }: Pick<NewNote, 'id' | 'userId' | 'text'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('user_notes')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('text', '=', text)
    .executeTakeFirst();
  return row !== undefined;
}
