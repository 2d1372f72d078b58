import type { Updateable } from 'kysely';
import { type QuestionMove, statusAfter, statusTexts } from '../../shared/coaching/question-status.ts';
import type { CoachActor } from '../actor.ts';
import { DomainError, notFound } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import type { QuestionsTable } from '../platform/db/tables/coaching-tables.ts';
import { type LockedQuestion, lockQuestion, type QuestionRow, updateQuestion } from './questions.queries.ts';

type Change = {
  id: string;
  move: QuestionMove;
  /** Throws for actors who may not make the move. Runs under the lock, before the status is checked. */
  check: (question: LockedQuestion) => void;
  /** The changes besides the status. Throws if the question cannot be moved for a reason other than its status. */
  columns: (question: LockedQuestion) => Updateable<QuestionsTable>;
};

/**
 * Moves a question to its next status, under a lock, so that concurrent changes run one after the other.
 * @returns the question as it was before
 * @throws DomainError not_found; illegal_transition with the current status in `fields.status`; what `check` and
 * `columns` throw
 */
export async function moveQuestion(trx: Trx, { id, move, check, columns }: Change): Promise<QuestionRow> {
  const question = await lockQuestion(trx, id);
  if (!question) throw notFound('Question');
  check(question);
  const next = statusAfter(question.status, move, question.reopened_at !== null);
  if (next === undefined) throw illegalMove(question);
  await updateQuestion(trx, id, { status: next, ...columns(question) });
  return question;
}

/** The error has the current status in `fields.status`, so that the page can show it. */
export function illegalMove({ status }: Pick<QuestionRow, 'status'>): DomainError {
  return new DomainError('illegal_transition', `This question has changed: ${statusTexts[status]}.`, {
    fields: { status },
  });
}

/**
 * @throws DomainError not_found for the coach's own question; conflict with the name of another coach who has claimed
 * it
 */
export function rejectOtherClaim(actor: CoachActor, question: LockedQuestion): void {
  if (question.student_id === actor.userId) throw notFound('Question');
  if (question.status === 'claimed' && question.claimed_by !== actor.userId) {
    throw new DomainError(
      'conflict',
      `${question.claimed_by_name ?? 'Another coach'} is answering this question.`,
    );
  }
}

/** @throws DomainError conflict if the hand was deleted, or the student cannot log in at present */
export function requireAnswerable(question: LockedQuestion): void {
  if (question.hand_id === null) {
    throw new DomainError('conflict', 'The student has deleted the hand, so this question needs no answer.');
  }
  if (!question.student_can_log_in) {
    throw new DomainError('conflict', 'This question cannot be answered at the moment.');
  }
}
