import type { ErrorCode } from '../shared/error-codes.ts';

/** HTTP status of each error in REST, tRPC, and the webhook. */
export const statusOf = {
  invalid_input: 400,
  not_signed_in: 401,
  invalid_credentials: 401,
  two_factor_required: 401,
  invalid_code: 401,
  step_up_required: 403,
  two_factor_setup_required: 403,
  password_change_required: 403,
  payment_declined: 402,
  forbidden: 403,
  read_only_view: 403,
  identity_required: 403,
  email_unverified: 403,
  cross_site: 403,
  not_found: 404,
  conflict: 409,
  email_taken: 409,
  already_owned: 409,
  hand_limit: 409,
  no_credit: 402,
  not_answerable: 409,
  coach_only: 403,
  price_changed: 409,
  illegal_transition: 409,
  method_not_allowed: 405,
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  unreadable_document: 400,
  too_many_attempts: 429,
  internal: 500,
  payments_unavailable: 503,
  storage_unavailable: 503,
  document_unreachable: 502,
  storage_full: 507,
  database_unavailable: 503,
  busy: 503,
} as const satisfies Record<ErrorCode, number>;

type DomainErrorOptions = {
  /** How to fix each invalid field, or facts that the client needs, such as the current `status`. */
  fields?: Record<string, string>;
  /** `Retry-After` of a 429 or 503. */
  retryAfterSeconds?: number;
  /** For the log only. */
  cause?: unknown;
};

/** An expected error: `message` is a sentence for the user. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export function notSignedIn(): DomainError {
  return new DomainError('not_signed_in', 'Unauthorized');
}

export function notFound(what: string): DomainError {
  return new DomainError('not_found', `${what} was not found`);
}

/** An error for an id that the client generated and that is already used for something else. */
export function idTaken(): DomainError {
  return new DomainError(
    'conflict',
    'Nothing was stored, because this id is already used for something else.',
  );
}

/** An error about one field. The error and the field have the same message. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError('invalid_input', message, { fields: { [field]: message } });
}

/**
 * @throws DomainError invalid_input if `problems` names a field; the message of the first field is also the message of
 * the error
 */
export function rejectInvalidFields(problems: Record<string, string>): void {
  const [message] = Object.values(problems);
  if (message !== undefined) throw new DomainError('invalid_input', message, { fields: problems });
}

/** The result of a call, or undefined if the call fails with a DomainError. */
export async function unlessRejected<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** The error for an action or a page that is not available to an admin who impersonates a student. */
export function readOnlyView(): DomainError {
  return new DomainError(
    'read_only_view',
    'This is not available while you view the academy as a student. Stop viewing first.',
  );
}
