import { urgentPromiseHours } from '../../shared/coaching/question-limits.ts';
import { hourMs } from '../../shared/durations.ts';
import { findActiveCoaches } from '../access/active-coaches.ts';
import type { Deps } from '../deps.ts';
import { queueEmail } from '../messages/email/email.operations.ts';
import { questionLateEmail, questionsWaitingEmail } from '../messages/email/templates/coaching.ts';
import { notify } from '../messages/notifications/notifications.operations.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { closeWithoutHand, giveCreditBack } from './credits.operations.ts';
import { findStudent } from './credits.queries.ts';
import { findWaiting, markLate, postponeDue } from './late-questions.queries.ts';
import { roundOf } from './questions.present.ts';

const batch = 50;

/**
 * The `return-late-questions` job. Ends open questions whose hand was deleted. For each question that has become late,
 * apologizes to the student, and gives the credit back unless it was given back before. The question stays open.
 * @returns the number of questions that have become late
 */
export async function returnLateQuestions(deps: Deps): Promise<number> {
  await inTransaction(deps.db, (trx) => closeWithoutHand(trx, deps.now()));
  let late = 0;
  for (;;) {
    const count = await inTransaction(deps.db, async (trx) => {
      const now = deps.now();
      const questions = await markLate(trx, now, batch);
      for (const question of questions) {
        const { id, student_id: studentId, due_at: dueAt } = question;
        const round = roundOf(question);
        // False for a follow-up if the credit was given back when the first answer was late.
        const isGivenBack = await giveCreditBack(trx, question, now);
        const student = await findStudent(trx, studentId);
        if (!student) continue;
        const about = { id, round, dueAt, isGivenBack };
        await queueEmail(deps, trx, questionLateEmail(student, about, deps.appUrl()));
        await notify(trx, {
          userId: studentId,
          kind: 'question_late',
          title: 'Your answer is late',
          body: isGivenBack
            ? 'We are sorry. You can ask another question in its place, and a coach still answers this one.'
            : 'We are sorry. A coach will still answer your follow-up question.',
          path: `/questions/${id}`,
          dedupeKey: `question-late:${id}:${round}`,
          appearsAt: now,
        });
      }
      return questions.length;
    });
    late += count;
    if (count < batch) break;
  }
  if (late > 0) deps.log.warn({ questions: late }, 'questions have become late');
  return late;
}

/**
 * Postpones the due times of a student's open questions by the time since `awaySince`, in which the student could not
 * log in and no coach could answer.
 */
export async function postponeAnswersTo(
  deps: Deps,
  trx: Trx,
  studentId: string,
  awaySince: string,
): Promise<void> {
  await postponeDue(trx, studentId, awaySince, deps.now());
}

/**
 * The `questions-digest` job: reminds each coach of unclaimed questions. While any is urgent, the coach gets a new
 * reminder only when the latest due time of an urgent question changes. While none is urgent, the coach gets a new
 * reminder only when another question becomes the newest.
 */
export async function remindCoaches(deps: Deps): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    for (const coach of await findActiveCoaches(trx)) {
      const waiting = await findWaiting(trx, coach.id, new Date(now.getTime() + urgentPromiseHours * hourMs));
      if (waiting.open === 0) continue;
      const key = `questions-waiting:${coach.id}:${waiting.lastUrgentDueAt ?? waiting.newestAt}`;
      await queueEmail(deps, trx, questionsWaitingEmail(coach, { ...waiting, key }, deps.appUrl()));
      await notify(trx, {
        userId: coach.id,
        kind: 'questions_waiting',
        title: waiting.open === 1 ? 'A question is waiting' : `${waiting.open} questions are waiting`,
        ...(waiting.urgent > 0 && { body: `At least one answer is due within ${urgentPromiseHours} hours.` }),
        path: '/coach',
        dedupeKey: key,
        appearsAt: now,
      });
    }
  });
}
