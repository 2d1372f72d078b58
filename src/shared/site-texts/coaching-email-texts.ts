import type { EmailText } from './email-placeholders.ts';

/** Emails to students about their questions to coaches, their homework and their week. */
export const coachingEmailTexts = {
  question_queued: {
    name: 'Question received',
    subject: 'Your question is with the coaches',
    body: 'Thank you for your question. A coach answers it by {date}.',
    placeholders: ['date'],
    required: ['date'],
  },
  question_answered: {
    name: 'Question answered',
    subject: '{coach} answered your question',
    body: 'Look at the decision once more and choose again. Then read the answer and the reason.',
    placeholders: ['coach'],
  },
  follow_up_answered: {
    name: 'Follow-up answered',
    subject: '{coach} answered your follow-up',
    body: 'The new answer is below the first answer.',
    placeholders: ['coach'],
  },
  question_late: {
    name: 'Answer is late',
    subject: 'Your answer is late',
    body: `We are sorry: we promised an answer by {date}, and it is not ready yet.

You can ask another question in its place. A coach still answers this one.`,
    placeholders: ['date'],
  },
  follow_up_late: {
    name: 'Answer to a follow-up is late',
    subject: 'Your answer is late',
    body: `We are sorry: we promised an answer to your follow-up by {date}, and it is not ready yet.

A coach still answers it.`,
    placeholders: ['date'],
  },
  question_returned: {
    name: 'Question returned',
    subject: 'A coach returned your question',
    body: `A coach could not answer your question: {reason}.

You can ask another question in its place.`,
    placeholders: ['reason'],
    required: ['reason'],
  },
  late_question_returned: {
    name: 'Late question returned',
    subject: 'A coach returned your question',
    body: `A coach could not answer your question: {reason}.

You already got another question in its place, because the answer was late.`,
    placeholders: ['reason'],
    required: ['reason'],
  },
  homework_set: {
    name: 'Homework',
    subject: '{coach} gave you homework',
    body: 'Your coach has something for you to do. Tick it off under Practice when you are done.',
    placeholders: ['coach'],
  },
  week_in_hands: {
    name: 'Summary of the week, on Sunday evening',
    subject: 'Your week in hands',
    body: 'Here is what is waiting for you, and what has changed this week.',
  },
} as const satisfies Record<string, EmailText>;
