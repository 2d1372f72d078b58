import { describeError } from '../../lib/error-text.ts';

/** The `retry` option of the queries for KYC applications and Recent Users: one retry, but none after a 403. */
export function retryAdminQuery(failureCount: number, error: unknown): boolean {
  return failureCount < 1 && describeError(error).status !== 403;
}

/** Whether the status is 401 or 403. Both are shown as an expired session. */
export function isSessionOver(error: unknown): boolean {
  const { status } = describeError(error);
  return status === 403 || status === 401;
}

/**
 * The message for the admin, and whether it says that the session has expired.
 * @param otherwise - the message for an error that has another cause
 */
export function adminFailureText(error: unknown, otherwise: string): { message: string; expired: boolean } {
  const expired = isSessionOver(error);
  return { message: expired ? 'Admin session expired. Please refresh and try again.' : otherwise, expired };
}
