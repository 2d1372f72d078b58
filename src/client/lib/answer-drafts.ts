import { draftKeys } from './draft-owner.ts';

/** The form key of a coach's answer to a question. */
export const answerFormKey = (questionId: string) => `answer:${questionId}`;

/** Whether this tab holds an answer that was typed and not sent. Logging out removes it. */
export function isAnswerUnsent(): boolean {
  return draftKeys().some((key) => key.startsWith(`draft:${answerFormKey('')}`));
}
