/**
 * All error codes. The server maps each to one HTTP status (`server/errors.ts`); the client reads the code from
 * `error.data.code`.
 */
export const errorCodes = [
  'invalid_input',
  'not_signed_in',
  'invalid_credentials',
  'two_factor_required',
  'invalid_code',
  'step_up_required',
  'two_factor_setup_required',
  'password_change_required',
  'forbidden',
  'read_only_view',
  'identity_required',
  'email_unverified',
  'cross_site',
  'not_found',
  'conflict',
  'email_taken',
  'already_owned',
  'hand_limit',
  'no_credit',
  'not_answerable',
  'coach_only',
  'price_changed',
  'illegal_transition',
  'method_not_allowed',
  'gone',
  'too_large',
  'unsupported_type',
  'unreadable_document',
  'too_many_attempts',
  'busy',
  'payment_declined',
  'payments_unavailable',
  'storage_unavailable',
  'document_unreachable',
  'storage_full',
  'database_unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * The body of REST error responses, and the `data` of tRPC errors. `fields` maps each invalid input to how to correct
 * it, or has facts that the client needs, such as `nextAt`, the time from which the student can ask again.
 */
export type ErrorBody = {
  message: string;
  code: ErrorCode;
  requestId: string;
  fields?: Record<string, string>;
};
