import type { z } from 'zod';
import type { PlaceOfAnswer } from '../../shared/coaching/answers.ts';
import type { makeDrillInput, setInOwnDeckInput } from '../../shared/coaching/question-drills.ts';
import type { setAllowLibraryInput } from '../../shared/coaching/questions.ts';
import { hasRightOption, rightFrom } from '../../shared/practice/drill-rules.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';
import type { Actor, CoachActor, RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { timeZoneOf } from '../learning/goals/goals.operations.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { removeDrillsOfQuestion, saveDrill } from '../practice/editing.operations.ts';
import {
  addMistake,
  correctMistake,
  type Mistake,
  removeMistake,
  type Verdict,
} from '../practice/mistakes.operations.ts';
import { illegalMove, rejectOtherClaim } from './question-moves.operations.ts';
import {
  type AnswerRow,
  findAnswers,
  findQuestion,
  lockQuestion,
  type QuestionRow,
  type QuestionWithHand,
  updateQuestion,
} from './questions.queries.ts';

const studyResourceOf = (place: PlaceOfAnswer | null): StudyResource | null =>
  place && { kind: place.kind, id: place.id };

/** Whether the student's choice is wrong by the weights of the coach's answer, and another option is right. */
export function isWrongChoice(answer: AnswerRow | undefined, choice: string | null): boolean {
  const weight = answer?.options.find(({ label }) => label === choice)?.weight;
  return weight !== undefined && weight < rightFrom && hasRightOption(answer?.options ?? []);
}

/**
 * What the coaches' answers say about the decision. The last answer with options counts. A leak or place that it
 * does not name is taken from the first answer. Undefined if no option is right.
 */
function verdictOf(answers: readonly AnswerRow[]): Verdict | undefined {
  const [first] = answers;
  const last = answers.findLast(({ options }) => options.length > 0);
  if (!last || !hasRightOption(last.options)) return undefined;
  return {
    options: last.options,
    reason: last.reason,
    leak: last.leak ?? first?.leak ?? null,
    place: studyResourceOf(last.place ?? first?.place ?? null),
  };
}

/**
 * Adapts the drill in the student's own deck, if there is one for the question, to the question's current answers. The
 * last answer counts even while it can be undone; undoing it calls this function again.
 */
export async function correctOwnDrill(
  trx: Trx,
  { id, student_id: userId }: Pick<QuestionRow, 'id' | 'student_id'>,
  now: Date,
): Promise<void> {
  const verdict = verdictOf(await findAnswers(trx, id));
  if (verdict) await correctMistake(trx, { userId, questionId: id, ...verdict, now });
}

/**
 * The decision of an answered question, as a drill for the student who asked.
 * @throws DomainError conflict if the hand was deleted, and for answers without a right option
 */
export async function mistakeOf(
  deps: Deps,
  actor: Actor,
  question: QuestionWithHand,
  answers: readonly AnswerRow[],
): Promise<Mistake> {
  const decision = requireHand(question);
  const verdict = verdictOf(answers);
  if (!verdict) {
    throw new DomainError('conflict', 'The answer has no right option, so it cannot become a drill.');
  }
  return {
    userId: actor.userId,
    questionId: question.id,
    ...decision,
    prompt: question.question === '' ? 'What do you do?' : question.question,
    ...verdict,
    timeZone: await timeZoneOf(deps, actor),
    now: deps.now(),
  };
}

/** @throws DomainError conflict if the hand was deleted */
function requireHand({ model: hand, at_action: atAction, hand_id: handId }: QuestionWithHand) {
  if (hand === null || atAction === null || handId === null) {
    throw new DomainError('conflict', 'The hand was deleted.');
  }
  return { hand, atAction, handId };
}

/**
 * Adds the decision of an answered question to the student's own deck, or removes it.
 * @throws DomainError not_found, also for another student's question; conflict before the student has read the answer,
 * and the errors of `mistakeOf`
 */
export async function setInOwnDeck(
  deps: Deps,
  actor: Actor,
  { id, isInOwnDeck }: z.infer<typeof setInOwnDeckInput>,
): Promise<void> {
  const question = await findQuestion(deps.db, id);
  if (!question || question.student_id !== actor.userId) throw notFound('Question');
  if (question.revealed_at === null) throw new DomainError('conflict', 'Read the answer first.');
  if (!isInOwnDeck) {
    const mistake = { userId: actor.userId, questionId: id, now: deps.now() };
    return inTransaction(deps.db, (trx) => removeMistake(trx, mistake));
  }
  const mistake = await mistakeOf(deps, actor, question, await findAnswers(deps.db, id));
  await inTransaction(deps.db, async (trx) => {
    // Waits for a coach who is answering the follow-up, because that answer belongs in the drill.
    await lockQuestion(trx, id);
    await addMistake(trx, { ...mistake, ...verdictOf(await findAnswers(trx, id)) });
  });
}

/**
 * Creates a drill in a deck of the academy from a question that the coach has claimed or that is answered.
 * @throws DomainError illegal_transition for other questions; not_found for the coach's own questions and unknown
 * decks; conflict if another coach has claimed the question, if the student does not allow the academy to use the hand,
 * or if the hand was deleted; and the errors of `saveDrill`
 */
export async function makeDrill(
  deps: Deps,
  actor: CoachActor,
  { questionId, ...content }: z.infer<typeof makeDrillInput>,
  metadata: RequestMetadata,
): Promise<{ id: string }> {
  const question = await findQuestion(deps.db, questionId);
  if (!question || question.student_id === actor.userId) throw notFound('Question');
  if (question.status !== 'claimed' && question.status !== 'answered') throw illegalMove(question);
  const { hand, atAction, handId } = requireHand(question);
  return saveDrill(deps, actor, { ...content, body: { kind: 'decision', hand, atAction } }, metadata, {
    handId,
    questionId,
    async check(trx) {
      // Locked, so that a concurrent withdrawal of the permission waits until the drill exists, and then deletes it.
      const locked = await lockQuestion(trx, questionId);
      if (locked) rejectOtherClaim(actor, locked);
      if (locked?.allow_library) return;
      throw new DomainError('conflict', 'The student does not allow the academy to use this hand.');
    },
  });
}

/**
 * Lets the academy use the hand of a question, or withdraws the permission. Withdrawing it deletes the drills that
 * coaches made from the question.
 * @throws DomainError not_found, also for another student's question
 */
export async function setAllowLibrary(
  deps: Deps,
  actor: Actor,
  { id, allowLibrary }: z.infer<typeof setAllowLibraryInput>,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const question = await lockQuestion(trx, id);
    if (!question || question.student_id !== actor.userId) throw notFound('Question');
    await updateQuestion(trx, id, { allow_library: allowLibrary });
    if (!allowLibrary) await removeDrillsOfQuestion(trx, id);
  });
}
