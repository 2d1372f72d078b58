import type { z } from 'zod';
import { questionBounds } from '../../shared/coaching/question-limits.ts';
import { openStatuses } from '../../shared/coaching/question-status.ts';
import type {
  CoachQuestionItem,
  CoachQuestionView,
  similarInput,
  similarView,
} from '../../shared/coaching/questions.ts';
import type { Page } from '../../shared/paging.ts';
import { plansOf } from '../access/current-plan.operations.ts';
import type { CoachActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { pageOf, timeCursor } from '../platform/db/paging.ts';
import { placesOf } from './answer-places.operations.ts';
import {
  handForCoach,
  isReplacedWhenLate,
  presentAnswer,
  presentCoachQuestion,
} from './questions.present.ts';
import {
  type CoachQuestionRow,
  findAnswers,
  findCoachQuestion,
  findQueuedQuestions,
  findSimilarAnswers,
} from './questions.queries.ts';

/** The questions of other users that wait for an answer, earliest due time first. */
export async function listQueue(
  deps: Deps,
  actor: CoachActor,
  cursor: string | undefined,
): Promise<Page<CoachQuestionItem>> {
  const { pageSize } = questionBounds;
  const rows = await findQueuedQuestions(deps.db, actor.userId, timeCursor.read(cursor), pageSize + 1);
  const page = pageOf(rows, pageSize, timeCursor.write);
  const planOf = await plansOf(
    deps,
    page.items.map(({ student_id: id }) => id),
  );
  return {
    items: page.items.map((row) =>
      presentCoachQuestion(row, planOf(row.student_id).subscriptionPlan, actor.userId),
    ),
    nextCursor: page.nextCursor,
  };
}

/**
 * A question that a coach may work on: an open one whose student can log in, or one that any coach has answered.
 * @throws DomainError not_found for other questions, and the coach's own
 */
export async function getCoachQuestion(
  deps: Deps,
  actor: CoachActor,
  id: string,
): Promise<CoachQuestionView> {
  return viewOf(deps, actor, await requireCoachQuestion(deps, actor, id));
}

/** The row of a question that a coach may work on. @throws DomainError not_found */
export async function requireCoachQuestion(
  deps: Deps,
  actor: CoachActor,
  id: string,
): Promise<CoachQuestionRow> {
  const row = await findCoachQuestion(deps.db, id);
  const mayWorkOn = row && row.student_id !== actor.userId && (row.status === 'answered' || isOpen(row));
  if (!mayWorkOn) throw notFound('Question');
  return row;
}

function isOpen({ status, student_can_log_in: studentCanLogIn }: CoachQuestionRow): boolean {
  return studentCanLogIn && openStatuses.some((open) => open === status);
}

async function viewOf(deps: Deps, actor: CoachActor, row: CoachQuestionRow): Promise<CoachQuestionView> {
  const [planOf, answers] = await Promise.all([
    plansOf(deps, [row.student_id]),
    findAnswers(deps.db, row.id),
  ]);
  const places = await placesOf(deps.db, answers);
  return {
    ...presentCoachQuestion(row, planOf(row.student_id).subscriptionPlan, actor.userId),
    hand: handForCoach(row),
    atAction: row.at_action,
    showsStakes: row.show_stakes,
    allowsLibrary: row.allow_library,
    replacedWhenLate: isReplacedWhenLate(row),
    thought: row.thought,
    question: row.question,
    followUp: row.follow_up,
    answers: answers.map((answer) => presentAnswer(answer, places.get(answer.id) ?? null)),
    helpful: row.helpful,
  };
}

/**
 * At most three answers to other questions about the same leak and street, the most similar question first. Each is the
 * first answer to its question, by any coach. The answers do not say which students asked.
 */
export async function findSimilar(
  deps: Deps,
  actor: CoachActor,
  { id, leak }: z.infer<typeof similarInput>,
): Promise<z.infer<typeof similarView>> {
  const question = await requireCoachQuestion(deps, actor, id);
  const about = leak ?? question.leak;
  if (about === null) return [];
  const rows = await findSimilarAnswers(deps.db, {
    questionId: id,
    leak: about,
    street: question.street,
    limit: 3,
  });
  const places = await placesOf(deps.db, rows);
  return rows.map((row) => ({
    id: row.id,
    // The options keep the order of the coach who answered. `presentAnswer` sorts them by weight, so in a drill made
    // from its result, the first option would always be the right one.
    answer: { ...presentAnswer(row, places.get(row.id) ?? null), options: row.options },
  }));
}
