import { localDueText } from '../../../../shared/coaching/due-text.ts';
import { urgentPromiseHours } from '../../../../shared/coaching/question-limits.ts';
import { type ReturnReason, returnReasonTexts } from '../../../../shared/coaching/question-status.ts';
import { dayText } from '../../../../shared/day-text.ts';
import { lowerFirst } from '../../../../shared/letter-case.ts';
import { type Email, emailTo, type Recipient, type RecipientWithTimeZone } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/** Confirms a question, and states the time by which an answer is due. */
export function questionQueuedEmail(
  student: RecipientWithTimeZone,
  { id, dueAt }: { id: string; dueAt: Date },
  appUrl: string,
): Email {
  return emailTo(student, {
    kind: 'question_queued',
    text: 'question_queued',
    values: { date: localDueText(dueAt, student.timeZone) },
    action: questionAction(id, appUrl, 'See your question'),
    dedupeKey: `question-queued:${id}`,
  });
}

export const answeredKey = ({ id, round }: { id: string; round: 1 | 2 }) =>
  `question-answered:${id}:${round}`;

/** Announces an answer without revealing it. @param about.line - the hand up to the decision, without stakes */
export function questionAnsweredEmail(
  student: RecipientWithTimeZone,
  about: { id: string; round: 1 | 2; line: string | null; coachName: string },
  appUrl: string,
): Email {
  return emailTo(student, {
    kind: 'question_answered',
    text: about.round === 1 ? 'question_answered' : 'follow_up_answered',
    values: { coach: about.coachName },
    action: questionAction(about.id, appUrl, 'See the answer'),
    facts: about.line === null ? [] : [['Your decision', about.line]],
    dedupeKey: answeredKey(about),
  });
}

/**
 * Apologizes when an answer takes longer than promised, once for the question (round 1) and once for its follow-up.
 * `isGivenBack`: the credit for the question has just been returned. False only for a follow-up, if the credit was
 * returned earlier.
 */
export function questionLateEmail(
  student: RecipientWithTimeZone,
  { id, round, dueAt, isGivenBack }: { id: string; round: 1 | 2; dueAt: string; isGivenBack: boolean },
  appUrl: string,
): Email {
  return emailTo(student, {
    kind: 'question_late',
    text: isGivenBack ? 'question_late' : 'follow_up_late',
    values: { date: localDueText(dueAt, student.timeZone) },
    action: questionAction(id, appUrl, 'See your question'),
    dedupeKey: `question-late:${id}:${round}`,
  });
}

/**
 * Announces that a coach returned the question, and why. `isGivenBack`: the credit for the question has just been
 * returned. False if the credit was returned earlier, because the answer was late.
 */
export function questionReturnedEmail(
  student: RecipientWithTimeZone,
  { id, reason, text, isGivenBack }: { id: string; reason: ReturnReason; text: string; isGivenBack: boolean },
  appUrl: string,
): Email {
  return emailTo(student, {
    kind: 'question_returned',
    text: isGivenBack ? 'question_returned' : 'late_question_returned',
    values: { reason: lowerFirst(returnReasonTexts[reason]) },
    action: questionAction(id, appUrl, 'See your question'),
    facts: text.trim() === '' ? [] : [['The coach writes', text.trim()]],
    dedupeKey: `question-returned:${id}`,
  });
}

export const homeworkKey = (id: string) => `homework-set:${id}`;

export function homeworkSetEmail(
  student: RecipientWithTimeZone,
  homework: { id: string; text: string; dueOn: string | null; material: string | null; coachName: string },
  appUrl: string,
): Email {
  const { id, text, dueOn, material, coachName } = homework;
  return emailTo(student, {
    kind: 'homework_set',
    text: 'homework_set',
    values: { coach: coachName },
    action: { label: 'See your homework', url: `${appUrl}/practice` },
    facts: [
      ['Homework', text],
      ...(material === null ? [] : [['With', material] as const]),
      ...(dueOn === null ? [] : [['By', dayText(dueOn)] as const]),
    ],
    dedupeKey: homeworkKey(id),
  });
}

/** Sums up a student's week. @param week.facts - labels and values */
export function weekInHandsEmail(
  student: Recipient,
  week: { sunday: string; facts: readonly (readonly [string, string])[] },
  appUrl: string,
): Email {
  return emailTo(student, {
    kind: 'week_in_hands',
    text: 'week_in_hands',
    action: { label: 'Open practice', url: `${appUrl}/practice` },
    facts: week.facts,
    dedupeKey: `week-in-hands:${student.id}:${week.sunday}`,
  });
}

/** Reminds a coach of waiting questions, without naming students or hands. */
export function questionsWaitingEmail(
  coach: Recipient,
  { open, urgent, key }: { open: number; urgent: number; key: string },
  appUrl: string,
): Email {
  const subject = open === 1 ? 'A question is waiting' : `${open} questions are waiting`;
  return {
    kind: 'questions_waiting',
    userId: coach.id,
    to: coach.email,
    ...renderEmail({
      subject,
      firstName: coach.firstName,
      paragraphs: [
        urgent === 0
          ? `No answer is due within ${urgentPromiseHours} hours.`
          : `${urgent === 1 ? 'One answer is' : `${urgent} answers are`} due within ${urgentPromiseHours} hours or overdue.`,
      ],
      action: { label: 'Open the questions', url: `${appUrl}/coach` },
    }),
    dedupeKey: key,
  };
}

/**
 * Reminds a coach to plan hands of the day.
 * @param plan.planned - how many days in a row have a hand, from tomorrow on
 */
export function dailyQueueLowEmail(
  coach: Recipient,
  plan: { planned: number; key: string },
  appUrl: string,
): Email {
  const { planned, key } = plan;
  return {
    kind: 'daily_queue_low',
    userId: coach.id,
    to: coach.email,
    ...renderEmail({
      subject: 'Plan more hands of the day',
      firstName: coach.firstName,
      paragraphs: [
        planned === 0
          ? 'No hand is planned for tomorrow.'
          : `${planned === 1 ? 'Tomorrow has' : `The next ${planned} days have`} a hand, but the day after that has none.`,
      ],
      action: { label: 'Plan hands of the day', url: `${appUrl}/coach?view=daily` },
    }),
    dedupeKey: key,
  };
}

function questionAction(id: string, appUrl: string, label: string) {
  return { label, url: `${appUrl}/questions/${id}` };
}
