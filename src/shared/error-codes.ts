/**
 * Every way an operation may refuse. The server maps each to one HTTP status (`server/errors.ts`); the client reads
 * it from `error.data.code`.
 */
export const errorCodes = [
  'invalid_input',
  'not_signed_in',
  'invalid_credentials',
  'forbidden',
  'cross_site',
  'not_found',
  'conflict',
  'email_taken',
  'already_owned',
  'price_changed',
  'illegal_transition',
  'gone',
  'too_large',
  'unsupported_type',
  'unreadable_document',
  'too_many_attempts',
  'busy',
  'payments_unavailable',
  'storage_unavailable',
  'storage_full',
  'database_unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What every door answers besides 2xx (D-3). `fields` names each bad input and how to mend it. */
export type ErrorBody = {
  message: string;
  code: ErrorCode;
  requestId: string;
  fields?: Record<string, string>;
};
