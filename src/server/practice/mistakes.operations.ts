import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { hideFrom, withoutStakes } from '../../shared/hands/hidden-hand.ts';
import type { Hand } from '../../shared/poker/hand.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';
import type { LeakId } from '../../shared/practice/leaks.ts';
import type { WeightedOption } from '../../shared/practice/option-schemas.ts';
import { addDays, localDay } from '../../shared/time-zone.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { saveState } from './attempts.queries.ts';
import { newDeckCode } from './decks.operations.ts';
import { joinDeck, saveOwnDeck } from './decks.queries.ts';
import { findDrillVersion, insertDrill, insertVersion } from './drills.queries.ts';
import { findMistake, lockMistake, setArchived, updateMistake } from './mistakes.queries.ts';
import { freshState } from './schedule.ts';

/** What a drill takes from the coach's answer. */
export type Verdict = {
  options: readonly WeightedOption[];
  reason: string;
  leak: LeakId | null;
  place: StudyResource | null;
};

export type Mistake = Verdict & {
  userId: string;
  questionId: string;
  handId: string;
  hand: Hand;
  atAction: number;
  prompt: string;
  timeZone: string | null;
  now: Date;
};

/**
 * Adds a drill that is due tomorrow to the student's own deck. The drill asks for the decision that the student asked a
 * coach about. If the student removed this drill before, restores it with the newest verdict.
 */
export async function addMistake(trx: Trx, mistake: Mistake): Promise<void> {
  const { userId, questionId, now } = mistake;
  // `saveOwnDeck` also locks the deck, so that only the first of concurrent calls adds the drill.
  const deckId = await saveOwnDeck(trx, { userId, title: 'My mistakes', code: newDeckCode(), now });
  const known = await correctMistake(trx, mistake);
  if (known) return setArchived(trx, known.id, null);
  const drillId = randomUUID();
  await insertDrill(trx, {
    id: drillId,
    deck_id: deckId,
    kind: 'decision',
    hand_id: mistake.handId,
    question_id: questionId,
    range_id: null,
    leak: mistake.leak,
    place: storedPlace(mistake),
    created_by: userId,
    created_at: now,
  });
  await insertVersion(trx, {
    drill_id: drillId,
    version: 1,
    prompt: mistake.prompt,
    body: JSON.stringify({
      kind: 'decision',
      hand: withoutStakes(hideFrom(mistake.hand, mistake.atAction)),
      atAction: mistake.atAction,
    }),
    options: JSON.stringify(sortedOptions(mistake)),
    reason: mistake.reason,
    created_by: null,
    created_at: now,
  });
  await joinDeck(trx, { userId, deckId, now });
  const tomorrow = addDays(localDay(now, mistake.timeZone), 1);
  await saveState(trx, { userId, drillId }, freshState(tomorrow));
}

const storedPlace = ({ place }: Verdict) => (place === null ? null : JSON.stringify(place));

/** Alphabetically, because the coach's order may show which option is best. */
const sortedOptions = ({ options }: Verdict) =>
  options.toSorted((one, other) => one.label.localeCompare(other.label));

/**
 * Corrects the drill in the student's own deck to match this verdict. The drill gets a new version unless the newest
 * version has the same options and reason. The day on which the drill is due does not change.
 * @returns the drill; undefined if there is none
 */
export async function correctMistake(
  trx: Trx,
  { userId, questionId, now, ...verdict }: Verdict & Pick<Mistake, 'userId' | 'questionId' | 'now'>,
): Promise<{ id: string } | undefined> {
  const known = await lockMistake(trx, userId, questionId);
  const newest = known && (await findDrillVersion(trx, known.id, known.version));
  if (!newest) return undefined;
  const { reason } = verdict;
  const options = sortedOptions(verdict);
  const isSame = isDeepStrictEqual([newest.options, newest.reason], [options, reason]);
  const version = isSame ? known.version : known.version + 1;
  if (!isSame) {
    await insertVersion(trx, {
      drill_id: known.id,
      version,
      prompt: newest.prompt,
      body: JSON.stringify(newest.body),
      options: JSON.stringify(options),
      reason,
      created_by: null,
      created_at: now,
    });
  }
  await updateMistake(trx, known.id, { leak: verdict.leak, place: storedPlace(verdict), version });
  return known;
}

/** Removes a decision from the student's own deck. The attempts at it stay. */
export async function removeMistake(
  trx: Trx,
  { userId, questionId, now }: Pick<Mistake, 'userId' | 'questionId' | 'now'>,
): Promise<void> {
  const known = await findMistake(trx, userId, questionId);
  if (known) await setArchived(trx, known.id, now);
}

/** Whether the student's own deck contains the decision that this question to a coach is about. */
export async function isInOwnDeck(db: Db, userId: string, questionId: string): Promise<boolean> {
  const known = await findMistake(db, userId, questionId);
  return known !== undefined && known.archived_at === null;
}
