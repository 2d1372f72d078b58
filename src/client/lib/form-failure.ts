import type { ErrorText } from './error-text.ts';

/** Props for `FormError`. The request id is shown only when the input is not at fault. */
export function formFailure(failure: ErrorText | undefined): { message?: string; requestId?: string } {
  if (!failure) return {};
  const { message, requestId, status } = failure;
  const isRejection = status !== undefined && status < 500;
  return requestId && !isRejection ? { message, requestId } : { message };
}
