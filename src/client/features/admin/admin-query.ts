import { describeError } from '../../lib/error-text.ts';

/** Recent users and KYC queries retry once, and never on 403. */
export function retryAdminQuery(failureCount: number, error: unknown): boolean {
  return failureCount < 1 && describeError(error).status !== 403;
}

/** What failed, in a sentence: 403 reads as an expired admin session, and so does a session that is gone. */
export function adminFailureText(error: unknown, otherwise: string): { message: string; expired: boolean } {
  const { status } = describeError(error);
  const expired = status === 403 || status === 401;
  return { message: expired ? 'Admin session expired. Please refresh and try again.' : otherwise, expired };
}
