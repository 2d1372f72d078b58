import type { ErrorText } from './error-text.ts';

/**
 * Props for `FormError`: none if the fields of the form show the error. The request id is shown only when the input is
 * not at fault.
 */
export function formFailure(failure: ErrorText | undefined): { message?: string; requestId?: string } {
  if (!failure || isRepetition(failure)) return {};
  const { message, requestId, status } = failure;
  const isRejection = status !== undefined && status < 500;
  return requestId && !isRejection ? { message, requestId } : { message };
}

/** The message of a conflict may say more than its fields, such as that nothing was saved. */
function isRepetition({ isAtFields = false, code, message, fields = {} }: ErrorText): boolean {
  return isAtFields && (code !== 'conflict' || Object.values(fields).includes(message));
}
