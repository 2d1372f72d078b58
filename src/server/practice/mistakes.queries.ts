import type { LeakId } from '../../shared/practice/leaks.ts';
import type { Db, Trx } from '../platform/db/database.ts';

/** The drill in the user's own deck that was made from this question; undefined if there is none. */
export async function findMistake(db: Db | Trx, userId: string, questionId: string) {
  return mistakes(db, userId, questionId).executeTakeFirst();
}

/** As `findMistake`. Locks the drill until the transaction ends. */
export async function lockMistake(trx: Trx, userId: string, questionId: string) {
  return mistakes(trx, userId, questionId).forUpdate('drills').executeTakeFirst();
}

function mistakes(db: Db | Trx, userId: string, questionId: string) {
  return db
    .selectFrom('drills')
    .innerJoin('decks', 'decks.id', 'drills.deck_id')
    .select(['drills.id', 'drills.version', 'drills.archived_at'])
    .where('drills.question_id', '=', questionId)
    .where('decks.owner_id', '=', userId);
}

export async function updateMistake(
  trx: Trx,
  id: string,
  values: { leak: LeakId | null; place: string | null; version: number },
): Promise<void> {
  await trx.updateTable('drills').set(values).where('id', '=', id).execute();
}

export async function setArchived(trx: Trx, drillId: string, at: Date | null): Promise<void> {
  await trx.updateTable('drills').set({ archived_at: at }).where('id', '=', drillId).execute();
}
