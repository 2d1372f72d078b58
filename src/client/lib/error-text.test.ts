import { describe, expect, it } from 'vitest';
import { describeError, mayHaveSucceeded } from './error-text.ts';

function serverError(message: string, data: Record<string, unknown>): Error {
  return Object.assign(new Error(message), { data });
}

describe('describeError', () => {
  it('describeError passes on the server’s message about rejected input', () => {
    const error = serverError('An account with this email already exists', {
      code: 'email_taken',
      httpStatus: 409,
      requestId: 'r-1',
      fields: { email: 'Use another email or log in' },
    });
    expect(describeError(error)).toEqual({
      message: 'An account with this email already exists',
      code: 'email_taken',
      status: 409,
      requestId: 'r-1',
      fields: { email: 'Use another email or log in' },
    });
  });

  it('describeError hides the message of an internal error but keeps the request id', () => {
    const text = describeError(
      serverError('relation "users" does not exist', { code: 'internal', httpStatus: 500, requestId: 'r-2' }),
    );
    expect(text.message).not.toContain('relation');
    expect(text.requestId).toBe('r-2');
  });

  it('describeError has its own message for an unavailable service', () => {
    const text = describeError(serverError('x', { code: 'payments_unavailable', httpStatus: 503 }));
    // Does not say that nothing was charged, because the payment provider may have done what the call asked for.
    expect(text.message).toBe('Payments cannot be reached right now. Please try again later.');
  });

  it('describeError distinguishes a failed connection from a defect', () => {
    const unreachable = new Error('Failed to fetch', { cause: new TypeError('Failed to fetch') });
    expect(describeError(unreachable).message).toContain('We could not reach the academy');
    expect(describeError(new RangeError('oops')).message).not.toContain('reach');
    expect(describeError(new RangeError('oops')).message).not.toContain('oops');
  });

  it('describeError says that the academy cannot be reached when a proxy responds instead of the server', () => {
    let cause: unknown;
    try {
      JSON.parse('<h1>502 Bad Gateway</h1>');
    } catch (error) {
      cause = error;
    }
    const { message, status } = describeError(new Error('Unexpected token', { cause }));
    expect(message).toBe('The academy cannot be reached right now. Please try again in a moment.');
    expect(status).toBeUndefined();
  });

  it('describeError accepts any thrown value', () => {
    for (const thrown of [undefined, null, 'text', 7, {}, serverError('', { fields: 'no record' })]) {
      expect(describeError(thrown).message).not.toBe('');
    }
  });
});

it.each([
  ['internal', 500, true],
  ['database_unavailable', 503, true],
  ['payments_unavailable', 503, true],
  ['busy', 503, false],
  ['conflict', 409, false],
])('after the error %s (%i), the call may have succeeded: %s', (code, httpStatus, expected) => {
  expect(mayHaveSucceeded(describeError(serverError('x', { code, httpStatus })))).toBe(expected);
});

it('`mayHaveSucceeded` is true for a call without a response, and false if no call failed', () => {
  expect(mayHaveSucceeded(describeError(new TypeError('Failed to fetch')))).toBe(true);
  expect(mayHaveSucceeded(undefined)).toBe(false);
});
