import { answerBounds } from '../../shared/coaching/answers.ts';
import type { CoachActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { deletePhrase, findPhrases, insertPhrase, lockPhrases } from './phrases.queries.ts';

/** The phrases that the coach saved to reuse in answers, in the order in which they were saved. */
export function listPhrases(deps: Deps, actor: CoachActor): Promise<{ id: string; text: string }[]> {
  return findPhrases(deps.db, actor.userId);
}

/** Saves a phrase, or returns the stored phrase with the same text. @throws DomainError conflict at the maximum */
export async function savePhrase(
  deps: Deps,
  actor: CoachActor,
  text: string,
): Promise<{ id: string; text: string }> {
  return inTransaction(deps.db, async (trx) => {
    await lockPhrases(trx, actor.userId);
    const phrases = await findPhrases(trx, actor.userId);
    const same = phrases.find((phrase) => phrase.text === text.trim());
    if (same) return same;
    if (phrases.length >= answerBounds.phrases) {
      throw new DomainError('conflict', `You have ${answerBounds.phrases} phrases. Remove one first.`);
    }
    return insertPhrase(trx, { coachId: actor.userId, text: text.trim(), now: deps.now() });
  });
}

/** Removes one of the coach's own phrases; does nothing for another coach's. */
export function removePhrase(deps: Deps, actor: CoachActor, id: string): Promise<void> {
  return deletePhrase(deps.db, actor.userId, id);
}
