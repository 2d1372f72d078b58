import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type AnswerInput, optionsProblem, undoSeconds } from '../../shared/coaching/answers.ts';
import { idleClaimHours } from '../../shared/coaching/question-limits.ts';
import type { CoachQuestionView, returnQuestionInput } from '../../shared/coaching/questions.ts';
import { hourMs } from '../../shared/durations.ts';
import type { CoachActor } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, notFound } from '../errors.ts';
import { queueEmail, withdrawEmail } from '../messages/email/email.operations.ts';
import {
  answeredKey,
  questionAnsweredEmail,
  questionReturnedEmail,
} from '../messages/email/templates/coaching.ts';
import { notify, withdrawNotification } from '../messages/notifications/notifications.operations.ts';
import { inTransaction } from '../platform/db/database.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { prepareClip, releaseClip } from '../uploads/answer-clips.operations.ts';
import { claimOwnFile, readReference } from '../uploads/own-upload.operations.ts';
import { requireKnownPlace } from './answer-places.operations.ts';
import { getCoachQuestion, requireCoachQuestion } from './coach-questions.operations.ts';
import { giveCreditBack } from './credits.operations.ts';
import { findStudent } from './credits.queries.ts';
import { correctOwnDrill } from './question-drills.operations.ts';
import { moveQuestion, rejectOtherClaim, requireAnswerable } from './question-moves.operations.ts';
import { isPublished, lineOfDecision, roundOf } from './questions.present.ts';
import {
  deleteAnswer,
  findAnswers,
  findQuestion,
  insertAnswer,
  type QuestionRow,
  unclaimBefore,
} from './questions.queries.ts';

/**
 * Claims a question, so that no other coach answers it. Of two concurrent calls, one succeeds. Repeating one's own
 * claim changes nothing.
 * @throws DomainError not_found; illegal_transition if the question is not open; conflict if another coach has claimed
 * the question; the errors of `requireAnswerable`
 */
export async function claimQuestion(deps: Deps, actor: CoachActor, id: string): Promise<CoachQuestionView> {
  const row = await requireCoachQuestion(deps, actor, id);
  // A question whose hand was deleted cannot be claimed.
  if (row.hand_id === null) throw notFound('Question');
  if (!(row.status === 'claimed' && row.claimed_by === actor.userId)) {
    await inTransaction(deps.db, (trx) =>
      moveQuestion(trx, {
        id,
        move: 'claim',
        check: (question) => rejectOtherClaim(actor, question),
        columns: (question) => {
          requireAnswerable(question);
          return { claimed_by: actor.userId, claimed_at: deps.now() };
        },
      }),
    );
  }
  return getCoachQuestion(deps, actor, id);
}

/**
 * Ends the coach's claim, so that the question returns to the queue.
 * @throws DomainError not_found, illegal_transition; conflict if another coach has claimed the question
 */
export async function releaseQuestion(deps: Deps, actor: CoachActor, id: string): Promise<void> {
  await inTransaction(deps.db, (trx) =>
    moveQuestion(trx, {
      id,
      move: 'release',
      check: (question) => rejectOtherClaim(actor, question),
      columns: () => ({ claimed_by: null, claimed_at: null }),
    }),
  );
}

/**
 * Answers a question that the coach has claimed. The student is notified after the undo period. If the question is
 * already a drill in the student's own deck, the answer to a follow-up also changes that drill. Repeating one's own
 * answer changes nothing.
 * @throws DomainError not_found, illegal_transition; conflict if another coach has claimed the question; invalid_input
 * for options that `optionsProblem` rejects, and for a comment at an action that the hand does not have; the errors of
 * `requireAnswerable`, `requireKnownPlace` and `prepareClip`
 */
export async function answerQuestion(deps: Deps, actor: CoachActor, input: AnswerInput): Promise<void> {
  await unlessDone(
    () => storeAnswer(deps, actor, input),
    () => isStoredAnswer(deps, actor, input),
  );
}

/** Makes a call. Ignores its error if an equal call, such as one whose response was lost, succeeded earlier. */
async function unlessDone(call: () => Promise<void>, isDone: () => Promise<boolean>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof DomainError) || !(await isDone())) throw error;
  }
}

/** Whether this coach has given exactly this answer to the question or, if there is one, to its follow-up. */
async function isStoredAnswer(deps: Deps, actor: CoachActor, input: AnswerInput): Promise<boolean> {
  const question = await findQuestion(deps.db, input.id);
  const stored = (await findAnswers(deps.db, input.id)).at(-1);
  if (!question || !stored || stored.round !== roundOf(question)) return false;
  const { reason, options, comments, leak, place } = stored;
  return (
    stored.created_by === actor.userId &&
    stored.voice_upload_id === (input.voice && (await readReference(deps, input.voice.url, 'voice'))) &&
    stored.voice_transcript === transcriptOf(input) &&
    isDeepStrictEqual(
      { reason, options, comments, leak, place },
      {
        reason: input.reason.trim(),
        options: input.options,
        comments: input.comments,
        leak: input.leak,
        place: input.place,
      },
    )
  );
}

const transcriptOf = ({ voice }: AnswerInput) => voice?.transcript.trim() || null;

async function storeAnswer(deps: Deps, actor: CoachActor, input: AnswerInput): Promise<void> {
  await requireKnownPlace(deps, input.place);
  const found = await findQuestion(deps.db, input.id);
  if (!found) throw notFound('Question');
  requireOptions(input, found);
  const actions = found.model?.actions.length;
  // A question whose hand was deleted is rejected below.
  if (actions !== undefined && input.comments.some(({ atAction }) => atAction >= actions)) {
    throw new DomainError('invalid_input', 'The hand has no such action');
  }
  const clip = input.voice && (await prepareClip(deps, actor, input.voice.url));
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const question = await moveQuestion(trx, {
      id: input.id,
      move: 'answer',
      check: (each) => rejectOtherClaim(actor, each),
      columns: (each) => {
        requireAnswerable(each);
        return { answered_at: now, claimed_at: null };
      },
    });
    const round = roundOf(question);
    requireOptions(input, question);
    if (clip) await claimOwnFile(trx, actor, clip.id, now, 'answer_voice');
    await insertAnswer(trx, {
      question_id: input.id,
      round,
      reason: input.reason.trim(),
      options: JSON.stringify(input.options),
      comments: JSON.stringify(input.comments),
      leak: input.leak,
      place: input.place === null ? null : JSON.stringify(input.place),
      voice_upload_id: clip?.id ?? null,
      voice_seconds: clip?.seconds ?? null,
      voice_transcript: transcriptOf(input),
      created_by: actor.userId,
      created_at: now,
    });
    await correctOwnDrill(trx, question, now);
    const student = await findStudent(trx, question.student_id);
    if (!student) return;
    const about = {
      id: question.id,
      round,
      line: lineOfDecision(found),
      coachName: actor.coachName,
    };
    // Two seconds after the undo period, so that an email is never sent while its answer can be undone.
    await queueEmail(deps, trx, questionAnsweredEmail(student, about, deps.appUrl()), undoSeconds + 2);
    await notify(trx, {
      userId: student.id,
      kind: 'question_answered',
      title: round === 1 ? 'A coach answered your question' : 'A coach answered your follow-up',
      body: round === 1 ? 'Decide once more, then read the answer.' : 'Read it below the first answer.',
      path: `/questions/${question.id}`,
      dedupeKey: answeredKey(about),
      // The notification appears when the answer can no longer be undone.
      appearsAt: new Date(now.getTime() + undoSeconds * 1_000),
    });
    await recordEvent(trx, 'question_answered', {
      userId: student.id,
      properties: {
        hours: Math.round((now.getTime() - Date.parse(question.reopened_at ?? question.queued_at)) / hourMs),
      },
      at: now,
    });
  });
}

function requireOptions({ options }: AnswerInput, { reopened_at: reopenedAt }: QuestionRow): void {
  const message = optionsProblem(options, reopenedAt !== null);
  if (message) throw invalidField('options', message);
}

/**
 * Takes back the coach's own answer within `undoSeconds`, before the student is notified. The question is claimed by
 * the coach again.
 * @throws DomainError not_found, illegal_transition; conflict if the undo period is over, if the student cannot log in
 * any more, or if the student has asked about the decision again since
 */
export async function undoAnswer(deps: Deps, actor: CoachActor, id: string): Promise<CoachQuestionView> {
  const now = deps.now();
  const undoing = inTransaction(deps.db, async (trx) => {
    const tooLate = () => new DomainError('conflict', 'This answer can no longer be undone.');
    const question = await moveQuestion(trx, {
      id,
      move: 'undoAnswer',
      check: (each) => {
        if (each.student_id === actor.userId) throw notFound('Question');
      },
      columns: (each) => {
        const { answered_at: at, reopened_at: reopenedAt } = each;
        if (at === null || isPublished(at, now) || !each.student_can_log_in) throw tooLate();
        // The student may have read the answer already, because the clock of another server is ahead.
        if (reopenedAt === null && each.revealed_at !== null) throw tooLate();
        // Undoing the answer to a follow-up keeps the first answer. The time of the first answer was overwritten, so
        // `answered_at` gets the time of the follow-up question.
        return { claimed_by: actor.userId, claimed_at: now, answered_at: reopenedAt };
      },
    });
    const round = roundOf(question);
    const undone = await deleteAnswer(trx, { questionId: id, round, coachId: actor.userId });
    if (!undone) throw tooLate();
    if (undone.voiceUploadId !== null) await releaseClip(trx, undone.voiceUploadId);
    if (!(await withdrawEmail(trx, answeredKey({ id, round })))) throw tooLate();
    await withdrawNotification(trx, question.student_id, answeredKey({ id, round }));
    await correctOwnDrill(trx, question, now);
  });
  await undoing.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'questions_one_open')) throw error;
    throw new DomainError(
      'conflict',
      'The student has asked about this decision again. Answer that question.',
    );
  });
  return getCoachQuestion(deps, actor, id);
}

type ReturnInput = z.infer<typeof returnQuestionInput>;

/**
 * Returns a question to the student, with the reason why it cannot be answered. Gives the credit back, unless it was
 * given back before because the answer was late. Repeating one's own return changes nothing.
 * @throws DomainError not_found; illegal_transition, also for a follow-up question; conflict if another coach has
 * claimed the question; the errors of `requireAnswerable`
 */
export async function returnQuestion(deps: Deps, actor: CoachActor, input: ReturnInput): Promise<void> {
  await unlessDone(
    () => storeReturn(deps, actor, input),
    () => isStoredReturn(deps, actor, input),
  );
}

/** Whether this coach has returned the question with exactly this reason and text. */
async function isStoredReturn(deps: Deps, actor: CoachActor, input: ReturnInput): Promise<boolean> {
  const question = await findQuestion(deps.db, input.id);
  return (
    question?.status === 'returned' &&
    question.claimed_by === actor.userId &&
    question.return_reason === input.reason &&
    question.return_text === returnTextOf(input)
  );
}

const returnTextOf = ({ text }: ReturnInput) => text.trim() || null;

async function storeReturn(deps: Deps, actor: CoachActor, input: ReturnInput): Promise<void> {
  const { id, reason, text } = input;
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const question = await moveQuestion(trx, {
      id,
      move: 'return',
      check: (each) => rejectOtherClaim(actor, each),
      columns: (each) => {
        requireAnswerable(each);
        return {
          returned_at: now,
          return_reason: reason,
          return_text: returnTextOf(input),
          claimed_at: null,
        };
      },
    });
    // False if the credit was given back before, because the answer was late.
    const isGivenBack = await giveCreditBack(trx, question, now);
    const student = await findStudent(trx, question.student_id);
    if (!student) return;
    const about = { id, reason, text, isGivenBack };
    await queueEmail(deps, trx, questionReturnedEmail(student, about, deps.appUrl()));
    await notify(trx, {
      userId: student.id,
      kind: 'question_returned',
      title: 'A coach returned your question',
      body: isGivenBack
        ? 'Read the reason. You can ask another question instead.'
        : 'Read the reason. You already got another question in its place, because the answer was late.',
      path: `/questions/${id}`,
      dedupeKey: `question-returned:${id}`,
      appearsAt: now,
    });
  });
}

/**
 * The `unclaim-idle` job: returns to the queue all questions that were claimed `idleClaimHours` ago or earlier, and all
 * that are claimed by coaches who cannot answer any more.
 * @returns how many claims ended
 */
export async function unclaimIdle(deps: Deps): Promise<number> {
  return unclaimBefore(deps.db, new Date(deps.now().getTime() - idleClaimHours * hourMs));
}
