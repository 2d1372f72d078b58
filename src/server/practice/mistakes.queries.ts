import type { Db, Trx } from '../platform/db/database.ts';

/** The drill in the student's own deck for the decision that this question to a coach is about. */
export async function findMistake(db: Db | Trx, userId: string, questionId: string) {
  return db
    .selectFrom('drills')
    .innerJoin('decks', 'decks.id', 'drills.deck_id')
    .select(['drills.id', 'drills.archived_at'])
    .where('drills.question_id', '=', questionId)
    .where('decks.owner_id', '=', userId)
    .executeTakeFirst();
}

export async function setArchived(trx: Trx, drillId: string, at: Date | null): Promise<void> {
  await trx.updateTable('drills').set({ archived_at: at }).where('id', '=', drillId).execute();
}
