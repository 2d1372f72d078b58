import { describe, expect, it } from 'vitest';
import { adminFailureText, retryAdminQuery } from './admin-query.ts';

function refused(httpStatus: number): Error {
  return Object.assign(new Error('refused'), { data: { code: 'forbidden', httpStatus, requestId: 'r-1' } });
}

describe('retryAdminQuery', () => {
  it('a failed query is retried once', () => {
    expect(retryAdminQuery(0, refused(503))).toBe(true);
    expect(retryAdminQuery(1, refused(503))).toBe(false);
  });
  it('a 403 is never retried', () => expect(retryAdminQuery(0, refused(403))).toBe(false));
});

describe('adminFailureText', () => {
  it.each([401, 403])('%i reads as an expired session', (status) =>
    expect(adminFailureText(refused(status), 'Other')).toEqual({
      message: 'Admin session expired. Please refresh and try again.',
      expired: true,
    }),
  );
  it.each([refused(500), new TypeError('Failed to fetch')])(
    'other failures keep their own message',
    (error) => expect(adminFailureText(error, 'Other')).toEqual({ message: 'Other', expired: false }),
  );
});
