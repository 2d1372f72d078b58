import type { FormErrorProps } from '../ui/form-error.tsx';
import { type ErrorText, mayHaveSucceeded } from './error-text.ts';

/**
 * Props for `FormError`: none if the fields of the form show the error. The request id is shown only when the input is
 * not at fault.
 */
export function formFailure(
  failure: ErrorText | undefined,
): Pick<FormErrorProps, 'message' | 'requestId' | 'isUncertain'> {
  if (!failure || isRepetition(failure)) return {};
  const { message, requestId, status } = failure;
  const isRejection = status !== undefined && status < 500;
  return { message, isUncertain: mayHaveSucceeded(failure), ...(!isRejection && { requestId }) };
}

/**
 * Whether the fields already show what the message says. The message of a conflict may say more than the fields, such
 * as that nothing was saved.
 */
function isRepetition({ isAtFields = false, code, message, fields = {} }: ErrorText): boolean {
  return isAtFields && (code !== 'conflict' || Object.values(fields).includes(message));
}
