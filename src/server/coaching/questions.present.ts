import { type AnswerView, clipPath, undoSeconds } from '../../shared/coaching/answers.ts';
import { questionBounds } from '../../shared/coaching/question-limits.ts';
import { openStatuses, type QuestionStatus } from '../../shared/coaching/question-status.ts';
import type { CoachQuestionItem, QuestionItem, QuestionView } from '../../shared/coaching/questions.ts';
import { dayMs } from '../../shared/durations.ts';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import { hideFrom, withoutStakes } from '../../shared/hands/hidden-hand.ts';
import type { Hand } from '../../shared/poker/hand.ts';
import { handLine, handLineText } from '../../shared/poker/hand-line.ts';
import type { AnswerRow, CoachQuestionRow, QuestionWithHand } from './questions.queries.ts';

/** Shown instead of the name of a coach whose account was deleted. */
export const formerCoach = 'Former coach';

/** A session or coaching plan that an answer links to, with its title. */
export type TitledPlace = NonNullable<AnswerView['place']>;

/** The line of a hand, without stakes and result. */
export function neutralLine(hand: Hand): string {
  const line = handLine({ ...hand, awards: [] });
  return handLineText(line.map((section) => section.filter(({ kind }) => kind !== 'stakes')));
}

/** The line of the hand up to the decision, without stakes; null without a hand. */
export function lineOfDecision({ model, at_action: at }: QuestionWithHand): string | null {
  return model === null || at === null ? null : neutralLine(hideFrom(model, at));
}

/** The round of answering: 1 for the question itself, 2 for its follow-up. */
export function roundOf({ reopened_at: reopenedAt }: Pick<QuestionWithHand, 'reopened_at'>): 1 | 2 {
  return reopenedAt === null ? 1 : 2;
}

/** The status as the student sees it: an answered question stays `claimed` until its answer can no longer be undone. */
export function statusForStudent(
  { status, answered_at: answeredAt }: Pick<QuestionWithHand, 'status' | 'answered_at'>,
  now: Date,
): QuestionStatus {
  const isAnswered = answeredAt !== null && isPublished(answeredAt, now);
  return status === 'answered' && !isAnswered ? 'claimed' : status;
}

/** Answers that were given at this time or earlier can no longer be undone. */
export function publishedBefore(now: Date): Date {
  return new Date(now.getTime() - undoSeconds * 1_000);
}

/** Whether an answer that was given at this time can no longer be undone. */
export function isPublished(answeredAt: string, now: Date): boolean {
  return Date.parse(answeredAt) <= publishedBefore(now).getTime();
}

/**
 * Whether the student was notified that the answer of the current round is late. A follow-up question starts a new
 * round.
 */
function isLate({
  late_told_at: notifiedAt,
  reopened_at: reopenedAt,
}: Pick<QuestionWithHand, 'late_told_at' | 'reopened_at'>): boolean {
  return notifiedAt !== null && (reopenedAt === null || Date.parse(notifiedAt) > Date.parse(reopenedAt));
}

/** Whether the student already got the credit for this question back, because an answer to it was late. */
export function isReplacedWhenLate({
  late_told_at: notifiedAt,
}: Pick<QuestionWithHand, 'late_told_at'>): boolean {
  return notifiedAt !== null;
}

export function presentItem(question: QuestionWithHand, now: Date): QuestionItem {
  const status = statusForStudent(question, now);
  return {
    id: question.id,
    status,
    line: lineOfDecision(question),
    thought: question.thought,
    queuedAt: question.queued_at,
    dueAt: question.due_at,
    answeredAt: status === 'answered' ? question.answered_at : null,
    isLate: isLate(question) && openStatuses.some((open) => open === status),
    isFollowUp: question.reopened_at !== null,
    isNew: status === 'answered' && question.revealed_at === null,
    returnReason: question.return_reason,
  };
}

export function presentAnswer(row: AnswerRow, place: TitledPlace | null): AnswerView {
  return {
    coachName: row.coach_name ?? formerCoach,
    reason: row.reason,
    options: row.options.toSorted((one, other) => other.weight - one.weight),
    comments: row.comments,
    leak: row.leak,
    place,
    voice:
      row.voice_upload_id === null
        ? null
        : {
            path: row.has_clip ? clipPath(row.voice_upload_id) : null,
            seconds: row.voice_seconds ?? 0,
            transcript: row.voice_transcript ?? '',
          },
    createdAt: row.created_at,
  };
}

/**
 * A question as the student who asked sees it. Before a published answer is revealed, the view shows only the labels of
 * its options, and the hand only up to the decision.
 */
export function presentQuestion(
  question: QuestionWithHand,
  rows: readonly AnswerRow[],
  places: ReadonlyMap<string, TitledPlace>,
  now: Date,
): Omit<QuestionView, 'isInOwnDeck'> {
  const item = presentItem(question, now);
  // A student who asked a follow-up question has already read the first answer.
  const published = rows.filter(
    ({ round, created_at: at }) => (round === 1 && question.reopened_at !== null) || isPublished(at, now),
  );
  const [first] = published;
  const isRevealed = question.revealed_at !== null;
  const { model, at_action: atAction } = question;
  const isHidden = first !== undefined && !isRevealed;
  return {
    ...item,
    question: question.question,
    leak: question.leak,
    allowLibrary: question.allow_library,
    showStakes: question.show_stakes,
    handId: question.hand_id,
    hand: model !== null && atAction !== null && isHidden ? hideFrom(model, atAction) : model,
    atAction,
    // Sorted by label, because the stored order may reveal the weights.
    choices: first?.options.map(({ label }) => label).toSorted() ?? [],
    tried: question.tried,
    isRevealed,
    answers: isRevealed ? published.map((row) => presentAnswer(row, places.get(row.id) ?? null)) : [],
    followUp: question.follow_up,
    followUpUntil:
      item.status === 'answered' && isRevealed && question.reopened_at === null && question.answered_at
        ? new Date(Date.parse(question.answered_at) + questionBounds.followUpDays * dayMs).toISOString()
        : null,
    returnText: question.return_text,
    replacedWhenLate: isReplacedWhenLate(question),
    helpful: question.helpful,
  };
}

/** The hand without stakes, result and opponents' cards, or the whole hand if the student shows the stakes. */
export function handForCoach({ model, show_stakes: showsStakes }: QuestionWithHand): Hand | null {
  if (model === null) return null;
  return showsStakes ? model : withoutStakes(hideFrom(model, model.actions.length));
}

/** First name and initial of the last name, as coaches see a student. */
export function studentName({
  first_name: first,
  last_name: last,
}: {
  first_name: string;
  last_name: string;
}) {
  return `${first}${last === '' ? '' : ` ${[...last][0]}.`}`.trim() || 'Student';
}

/** A question as coaches see it. @param coachId - the coach who reads it */
export function presentCoachQuestion(
  question: CoachQuestionRow,
  plan: SubscriptionPlan,
  coachId: string,
): CoachQuestionItem {
  const isMine = question.status === 'claimed' && question.claimed_by === coachId;
  return {
    id: question.id,
    status: question.status,
    line: lineForCoach(question),
    street: question.street,
    leak: question.leak,
    student: {
      id: isMine ? question.student_id : null,
      name: studentName(question),
      plan,
      recentQuestions: question.recent_questions,
    },
    queuedAt: question.queued_at,
    dueAt: question.due_at,
    claimedByName: question.status === 'claimed' ? (question.claimed_by_name ?? formerCoach) : null,
    isMine,
    isFollowUp: question.reopened_at !== null,
  };
}

function lineForCoach({ model, show_stakes: showsStakes }: QuestionWithHand): string | null {
  if (model === null) return null;
  return showsStakes ? handLineText(handLine(model)) : neutralLine(model);
}
