import { draftKeys } from './draft-owner.ts';

/** The form key of a coach's answer to a question. */
export const answerFormKey = (questionId: string) => `answer:${questionId}`;

/** Whether this tab stores an answer that was typed but not sent. Logging out removes it. */
export function hasUnsentAnswer(): boolean {
  return draftKeys().some((key) => key.startsWith(`draft:${answerFormKey('')}`));
}
