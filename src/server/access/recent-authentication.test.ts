import { expect, it } from 'vitest';
import { confirmationMinutes } from '../../shared/auth/sign-in-security.ts';
import { hasRecentAuthentication } from './recent-authentication.ts';

it.each([
  ['if `confirmedAt` is missing', false, undefined],
  ['one second before the confirmation expires', true, confirmationMinutes * 60 - 1],
  ['when the confirmation expires', false, confirmationMinutes * 60],
])('%s, hasRecentAuthentication returns %s', (_when, isRecent, secondsAgo) => {
  const now = new Date('2026-11-27T12:00:00Z');
  const confirmedAt =
    secondsAgo === undefined ? undefined : new Date(now.getTime() - secondsAgo * 1_000).toISOString();
  const actor = { userId: 'someone', role: 'admin' as const, ...(confirmedAt && { confirmedAt }) };
  expect(hasRecentAuthentication({ now: () => now }, actor)).toBe(isRecent);
});
