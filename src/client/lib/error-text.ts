import type { ErrorCode } from '../../shared/error-codes.ts';

export type ErrorText = {
  /** For the user. */
  message: string;
  requestId?: string;
  /** Field name → how to correct it. */
  fields?: Record<string, string>;
  /** HTTP status; undefined when there was no response. */
  status?: number;
  code?: string;
  /** Whether the fields of the form show the error. */
  isAtFields?: boolean;
};

/**
 * Whether the server may have done what a failed call asked for: there was no response, or the server or the payment
 * provider failed at an unknown point. After all other errors, such as `busy`, nothing has changed.
 */
export function mayHaveSucceeded(failure: ErrorText | undefined): boolean {
  if (!failure) return false;
  return (
    failure.status === undefined ||
    ['internal', 'database_unavailable', 'payments_unavailable'].includes(failure.code ?? '')
  );
}

const unreachable = 'We could not reach the academy. Check your connection and try again.';
const unavailable = 'The academy cannot be reached right now. Please try again in a moment.';
const unexpected = 'Something went wrong on our side. Please try again in a moment.';

/** Shown instead of the server's message, which for a 401 is not meant for users, and for a 5xx is never shown. */
const clientMessages: Partial<Record<ErrorCode, string>> = {
  not_signed_in: 'You are logged out. Please log in again.',
  busy: 'The academy is very busy right now. Please try again in a moment.',
  payments_unavailable: 'Payments cannot be reached right now. Please try again later.',
  storage_unavailable: 'Files cannot be reached right now. Please try again in a moment.',
  storage_full: 'There is no room for new files right now. Please try again later.',
  database_unavailable: unavailable,
};

/**
 * The message for any error thrown by a call. Reads the `data` of a tRPC error, such as `code` and `fields`, without
 * depending on its class.
 */
export function describeError(error: unknown): ErrorText {
  if (!(error instanceof Error)) return { message: unexpected };
  const data = readRecord(error, 'data');
  if (!data) return { message: messageWithoutData(error) };

  const status = typeof data.httpStatus === 'number' ? data.httpStatus : undefined;
  const code = typeof data.code === 'string' ? data.code : undefined;
  const fields = readTexts(data.fields);
  return {
    message: messageFor(code, status, error.message),
    ...(typeof data.requestId === 'string' && { requestId: data.requestId }),
    ...(fields && { fields }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
  };
}

function messageWithoutData(error: Error): string {
  if (isNetworkFailure(error)) return unreachable;
  // The response was not JSON: a proxy responded instead of the server.
  return error.cause instanceof SyntaxError ? unavailable : unexpected;
}

function messageFor(code: string | undefined, status: number | undefined, fromServer: string): string {
  const clientMessage = Object.entries(clientMessages).find(([key]) => key === code)?.[1];
  if (clientMessage) return clientMessage;
  if (status === undefined || status >= 500 || fromServer === '') return unexpected;
  return fromServer;
}

/**
 * `fetch` rejects with a TypeError when there is no response. The tRPC client keeps that error as the cause, or keeps
 * its text.
 */
function isNetworkFailure(error: Error): boolean {
  if (error instanceof TypeError || error.cause instanceof TypeError) return true;
  return /failed to fetch|networkerror|load failed|fetch failed/i.test(error.message);
}

function readRecord(source: object, key: string): Record<string, unknown> | undefined {
  const value: unknown = Reflect.get(source, key);
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

function readTexts(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}
