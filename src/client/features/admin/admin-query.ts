import { describeError } from '../../lib/error-text.ts';

/** Recent users and KYC queries retry once, and never on 403. */
export function retryAdminQuery(failureCount: number, error: unknown): boolean {
  return failureCount < 1 && describeError(error).status !== 403;
}

/** 403 and an ended session both mean an expired admin session. */
export function isSessionOver(error: unknown): boolean {
  const { status } = describeError(error);
  return status === 403 || status === 401;
}

/** The error in one sentence. */
export function adminFailureText(error: unknown, otherwise: string): { message: string; expired: boolean } {
  const expired = isSessionOver(error);
  return { message: expired ? 'Admin session expired. Please refresh and try again.' : otherwise, expired };
}
