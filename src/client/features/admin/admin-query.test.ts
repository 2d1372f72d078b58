import { describe, expect, it } from 'vitest';
import { adminFailureText, retryAdminQuery } from './admin-query.ts';

function rejected(httpStatus: number): Error {
  return Object.assign(new Error('rejected'), { data: { code: 'forbidden', httpStatus, requestId: 'r-1' } });
}

describe('retryAdminQuery', () => {
  it('a failed query is retried once', () => {
    expect(retryAdminQuery(0, rejected(503))).toBe(true);
    expect(retryAdminQuery(1, rejected(503))).toBe(false);
  });
  it('a 403 is never retried', () => expect(retryAdminQuery(0, rejected(403))).toBe(false));
});

describe('adminFailureText', () => {
  it.each([401, 403])('status %i is reported as an expired session', (status) =>
    expect(adminFailureText(rejected(status), 'Other')).toEqual({
      message: 'Admin session expired. Please refresh and try again.',
      expired: true,
    }),
  );
  it.each([rejected(500), new TypeError('Failed to fetch')])(
    'for other errors, the message of the caller is shown',
    (error) => expect(adminFailureText(error, 'Other')).toEqual({ message: 'Other', expired: false }),
  );
});
