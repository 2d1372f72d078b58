import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';

/** The phrases that a coach saved to insert them into answers, in the order in which they were saved. */
export async function findPhrases(db: Db | Trx, coachId: string) {
  return db
    .selectFrom('coach_phrases')
    .select(['id', 'text'])
    .where('coach_id', '=', coachId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Serializes saving a coach's phrases until the transaction ends. */
export async function lockPhrases(trx: Trx, coachId: string): Promise<void> {
  await lockKey(trx, `phrases:${coachId}`);
}

export async function insertPhrase(trx: Trx, phrase: { coachId: string; text: string; now: Date }) {
  return trx
    .insertInto('coach_phrases')
    .values({ coach_id: phrase.coachId, text: phrase.text, created_at: phrase.now })
    .returning(['id', 'text'])
    .executeTakeFirstOrThrow();
}

export async function deletePhrase(db: Db, coachId: string, id: string): Promise<void> {
  await db.deleteFrom('coach_phrases').where('coach_id', '=', coachId).where('id', '=', id).execute();
}
