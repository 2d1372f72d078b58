import type { ErrorText } from './error-text.ts';

/** For `FormError`. The request id is only worth the space where the fault is not in what was typed. */
export function formFailure(failure: ErrorText | undefined): { message?: string; requestId?: string } {
  if (!failure) return {};
  const { message, requestId, status } = failure;
  const isRefusal = status !== undefined && status < 500;
  return requestId && !isRefusal ? { message, requestId } : { message };
}
