import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { questionBounds } from '../../shared/coaching/question-limits.ts';
import type {
  AskInput,
  askedView,
  Credits,
  newAnswersView,
  QuestionItem,
  QuestionView,
  rateInput,
  reopenInput,
  revealAnswerInput,
  studentQuestionsInput,
  studentQuestionsView,
} from '../../shared/coaching/questions.ts';
import { hourMs } from '../../shared/durations.ts';
import type { Page } from '../../shared/paging.ts';
import { localDay } from '../../shared/time-zone.ts';
import type { Actor, AdminActor } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, notFound, notSignedIn } from '../errors.ts';
import { handQuota } from '../hands/hands.operations.ts';
import { markOwnDecision } from '../hands/spots.operations.ts';
import { timeZoneOf } from '../learning/goals/goals.operations.ts';
import { queueEmail } from '../messages/email/email.operations.ts';
import { questionQueuedEmail } from '../messages/email/templates/coaching.ts';
import { type Db, inTransaction, type Trx } from '../platform/db/database.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { pageOf, timeCursor } from '../platform/db/paging.ts';
import { addMistake, isInOwnDeck } from '../practice/mistakes.operations.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { placesOf } from './answer-places.operations.ts';
import { lockCapacity } from './capacity.queries.ts';
import {
  closeWithoutHand,
  entitlementOf,
  giveCreditBack,
  readCapacity,
  settleCredits,
  settledCredits,
} from './credits.operations.ts';
import { findStudent, lockStudent, spendCredit } from './credits.queries.ts';
import { isWrongChoice, mistakeOf } from './question-drills.operations.ts';
import { illegalMove, moveQuestion } from './question-moves.operations.ts';
import { presentItem, presentQuestion, publishedBefore, statusForStudent } from './questions.present.ts';
import {
  findAnswers,
  findNewestAnswered,
  findQuestion,
  findQuestionsOf,
  insertQuestion,
  lockQuestion,
  markRevealed,
  type QuestionRow,
  type QuestionWithHand,
  updateQuestion,
} from './questions.queries.ts';

/**
 * Asks the coaches about one of the student's own decisions. One transaction queues the question and spends the credit
 * that expires first. A repeated call with the same key changes nothing.
 * @throws DomainError not_found for the key of another student's question; no_credit; conflict while the coaches accept
 * no questions, and for a second open question about the decision; the errors of `markOwnDecision`
 */
export async function askQuestion(
  deps: Deps,
  actor: Actor,
  input: AskInput,
): Promise<z.infer<typeof askedView>> {
  const [entitlement, settings] = await Promise.all([entitlementOf(deps, actor.userId), getSettings(deps)]);
  const now = deps.now();
  const dueAt = new Date(now.getTime() + settings.answerPromiseHours * hourMs);
  const { key: id = randomUUID() } = input;
  try {
    return await inTransaction(deps.db, async (trx) => {
      await lockStudent(trx, actor.userId);
      const known = await findQuestion(trx, id);
      if (known) {
        requireOwn(actor, known);
        return { id, dueAt: known.due_at };
      }
      const { spotId, street } = await markOwnDecision(
        trx,
        actor,
        { ...input, parserVersion: input.reader },
        now,
      );
      await lockCapacity(trx);
      await closeWithoutHand(trx, now, actor.userId);
      const { closed } = await readCapacity(trx, now);
      if (closed) throw askingClosed(closed);
      await settleCredits(trx, actor.userId, entitlement, now);
      await insertQuestion(trx, {
        id,
        student_id: actor.userId,
        hand_id: input.handId,
        spot_id: spotId,
        street,
        status: 'queued',
        thought: input.thought.trim(),
        question: input.question.trim(),
        leak: input.leak,
        allow_library: input.allowLibrary,
        show_stakes: input.showStakes,
        queued_at: now,
        due_at: dueAt,
      });
      if (!(await spendCredit(trx, actor.userId, id, now))) throw noCredit(entitlement);
      const student = await findStudent(trx, actor.userId);
      if (!student) throw notSignedIn();
      await queueEmail(deps, trx, questionQueuedEmail(student, { id, dueAt }, deps.appUrl()));
      await recordEvent(trx, 'question_queued', { userId: actor.userId, properties: {}, at: now });
      return { id, dueAt: dueAt.toISOString() };
    });
  } catch (error) {
    rejectSecondOpen(error);
  }
}

function rejectSecondOpen(error: unknown): never {
  if (!isUniqueViolation(error, 'questions_one_open')) throw error;
  throw new DomainError('conflict', 'You have an open question about this decision already.');
}

function askingClosed({ reason, opensAt }: NonNullable<Credits['closed']>): DomainError {
  return new DomainError(
    'conflict',
    reason === 'no_coach'
      ? 'No coach is answering questions right now. Your text stays here.'
      : 'The coaches have as many questions as they can answer. Your text stays here; try again when one has been answered.',
    opensAt === null ? {} : { fields: { opensAt } },
  );
}

function noCredit({
  monthly,
  oncePaid,
  nextAt,
}: {
  monthly: number;
  oncePaid: number;
  nextAt: string | null;
}): DomainError {
  if (oncePaid > 0)
    return new DomainError(
      'no_credit',
      'You have no questions left. More come when your membership is paid.',
    );
  const fields = nextAt === null ? {} : { fields: { nextAt } };
  if (monthly === 0) return new DomainError('no_credit', 'You have no questions left.', fields);
  const questions = monthly === 1 ? 'question' : `${monthly} questions`;
  return new DomainError('no_credit', `You have asked your ${questions} for this month.`, fields);
}

/**
 * Withdraws a queued question, and gives its credit back.
 * @throws DomainError not_found, illegal_transition
 */
export async function withdrawQuestion(deps: Deps, actor: Actor, id: string): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    await lockStudent(trx, actor.userId);
    const question = await moveQuestion(trx, {
      id,
      move: 'withdraw',
      check: (found) => requireOwn(actor, found),
      columns: () => ({}),
    });
    await giveCreditBack(trx, question, now, true);
  });
}

function requireOwn(actor: Actor, question: QuestionRow): void {
  if (question.student_id !== actor.userId) throw notFound('Question');
}

/** The student's questions, newest first. */
export async function listQuestions(
  deps: Deps,
  actor: Pick<Actor, 'userId'>,
  cursor: string | undefined,
): Promise<Page<QuestionItem>> {
  const { pageSize } = questionBounds;
  const rows = await findQuestionsOf(deps.db, actor.userId, timeCursor.read(cursor), pageSize + 1);
  const page = pageOf(rows, pageSize, timeCursor.write);
  const now = deps.now();
  return { items: page.items.map((row) => presentItem(row, now)), nextCursor: page.nextCursor };
}

/**
 * Lists a student's questions, newest first, without their content. Also returns how many questions the student can
 * still ask now (`left`), and how many hands the student has stored.
 * @throws DomainError not_found
 */
export async function listQuestionsOfStudent(
  deps: Deps,
  _actor: AdminActor,
  { userId, cursor }: z.infer<typeof studentQuestionsInput>,
): Promise<z.infer<typeof studentQuestionsView>> {
  if (!(await findStudent(deps.db, userId))) throw notFound('User');
  const student = { userId };
  const { left } = await settledCredits(deps, userId, await entitlementOf(deps, userId));
  const [{ items, nextCursor }, { stored }] = await Promise.all([
    listQuestions(deps, student, cursor),
    handQuota(deps, student),
  ]);
  return {
    items: items.map(({ id, status, queuedAt, dueAt, answeredAt, isLate }) => ({
      id,
      status,
      queuedAt,
      dueAt,
      answeredAt,
      isLate,
    })),
    nextCursor,
    left,
    storedHands: stored,
  };
}

/**
 * Counts the answers that the student has not revealed. `newest` is the newest of them or, if the student has revealed
 * all answers, the newest answer; null if there is no answer. An answer to a follow-up question never counts as
 * unrevealed.
 */
export async function readNewAnswers(deps: Deps, actor: Actor): Promise<z.infer<typeof newAnswersView>> {
  const row = await findNewestAnswered(deps.db, actor.userId, publishedBefore(deps.now()));
  if (!row?.answered_at) return { count: 0, newest: null };
  return { count: row.unread, newest: { id: row.id, answeredAt: row.answered_at, isNew: row.is_new } };
}

/** A question as the student who asked sees it. @throws DomainError not_found, also for another student's question */
export async function getQuestion(deps: Deps, actor: Actor, id: string): Promise<QuestionView> {
  return viewOf(deps, await findOwn(deps.db, actor, id));
}

async function findOwn(db: Db | Trx, actor: Actor, id: string): Promise<QuestionWithHand> {
  const question = await findQuestion(db, id);
  if (!question) throw notFound('Question');
  requireOwn(actor, question);
  return question;
}

async function viewOf(deps: Deps, question: QuestionWithHand): Promise<QuestionView> {
  const answers = await findAnswers(deps.db, question.id);
  const isRevealed = question.revealed_at !== null;
  const [places, inOwnDeck] = await Promise.all([
    isRevealed ? placesOf(deps.db, answers) : new Map(),
    isRevealed ? isInOwnDeck(deps.db, question.student_id, question.id) : false,
  ]);
  return { ...presentQuestion(question, answers, places, deps.now()), isInOwnDeck: inOwnDeck };
}

/**
 * Stores what the student chose, if anything, and reveals the answer. A wrong choice adds the decision to the student's
 * own deck, unless the hand was deleted. A second call changes nothing.
 * @throws DomainError not_found; illegal_transition before there is an answer; invalid_input for an unknown choice
 */
export async function revealAnswer(
  deps: Deps,
  actor: Actor,
  { id, choice }: z.infer<typeof revealAnswerInput>,
): Promise<QuestionView> {
  const question = await findOwn(deps.db, actor, id);
  if (question.revealed_at === null) {
    const { choices, status } = await viewOf(deps, question);
    if (choices.length === 0) throw illegalMove({ status });
    if (choice !== null && !choices.includes(choice)) {
      throw invalidField('choice', 'Choose one of the options');
    }
    const answers = await findAnswers(deps.db, id);
    const isMistake = question.model !== null && isWrongChoice(answers[0], choice);
    const mistake = isMistake ? await mistakeOf(deps, actor, question, answers) : null;
    const now = deps.now();
    const day = localDay(now, await timeZoneOf(deps, actor));
    await inTransaction(deps.db, async (trx) => {
      const isFirst = await markRevealed(trx, id, { choice, now, day });
      if (isFirst && mistake) await addMistake(trx, mistake);
    });
  }
  return getQuestion(deps, actor, id);
}

/**
 * Asks a follow-up question. Each answered question allows one, within 7 days of the answer. A follow-up question costs
 * no credit. Its answer is promised within `answerPromiseHours`, like the answer to the first question.
 * @throws DomainError not_found; illegal_transition, also before the answer was revealed; conflict after the 7 days, if
 * the hand was deleted, and while another question about the decision is open
 */
export async function reopenQuestion(
  deps: Deps,
  actor: Actor,
  { id, text }: z.infer<typeof reopenInput>,
): Promise<QuestionView> {
  const now = deps.now();
  const { answerPromiseHours } = await getSettings(deps);
  const reopening = inTransaction(deps.db, async (trx) => {
    const { followUpUntil } = presentQuestion(await findOwn(trx, actor, id), [], new Map(), now);
    await moveQuestion(trx, {
      id,
      move: 'reopen',
      check: (found) => requireOwn(actor, found),
      columns: (found) => {
        if (found.hand_id === null) throw new DomainError('conflict', 'The hand was deleted.');
        if (followUpUntil === null) throw illegalMove(found);
        if (followUpUntil < now.toISOString()) {
          throw new DomainError('conflict', 'You can ask a follow-up question for 7 days after the answer.');
        }
        return {
          reopened_at: now,
          follow_up: text.trim(),
          claimed_by: null,
          claimed_at: null,
          due_at: new Date(now.getTime() + answerPromiseHours * hourMs),
        };
      },
    });
  });
  await reopening.catch(rejectSecondOpen);
  return getQuestion(deps, actor, id);
}

/**
 * Rates the answer; a later rating replaces an earlier one.
 * @throws DomainError not_found; illegal_transition before the answer was revealed
 */
export async function rateAnswer(
  deps: Deps,
  actor: Actor,
  { id, helpful }: z.infer<typeof rateInput>,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const question = await lockQuestion(trx, id);
    if (!question) throw notFound('Question');
    requireOwn(actor, question);
    if (question.revealed_at === null) {
      throw illegalMove({ status: statusForStudent(question, deps.now()) });
    }
    await updateQuestion(trx, id, { helpful });
  });
}
