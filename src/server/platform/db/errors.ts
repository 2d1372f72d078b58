import type { ErrorCode } from '../../../shared/error-codes.ts';

type PostgresError = Error & { code: string; constraint?: string };

/**
 * Whether the Postgres server itself reported the error. Such an error has a five-character SQLSTATE and a severity,
 * unlike a socket's `EPIPE`.
 */
export function isPostgresError(error: unknown): error is PostgresError {
  return (
    error instanceof Error &&
    'severity' in error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code)
  );
}

/** Returns Postgres's own errors unchanged; any other error of a connection means that the database is unavailable. */
export function asDatabaseError(error: unknown): unknown {
  return isPostgresError(error) || error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable(error);
}

/** The connection broke, timed out, or could not be opened; whether the statement ran is unknown. */
class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Whether the write violated a unique constraint or index. With `constraint`, only that one counts. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    isPostgresError(error) &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** Whether the write violated this exclusion constraint by overlapping another row. */
export function isExclusionViolation(error: unknown, constraint: string): boolean {
  return isPostgresError(error) && error.code === '23P01' && error.constraint === constraint;
}

const outageMessage = 'The academy cannot be reached right now, please try again in a moment';
const readOnlyCode = '25006';

/** Whether Postgres rejected the write because it accepts only reads, e.g. because it is no longer the primary. */
export function isReadOnlyDatabase(error: unknown): boolean {
  return isPostgresError(error) && error.code === readOnlyCode;
}

const rejections: Record<string, { code: ErrorCode; message: string }> = {
  '22021': { code: 'invalid_input', message: 'The text contains a character that cannot be stored' },
  '22P02': { code: 'invalid_input', message: 'A value has the wrong form' },
  '22P05': { code: 'invalid_input', message: 'The text contains a character that cannot be stored' },
  '22001': { code: 'invalid_input', message: 'A text is too long' },
  '22003': { code: 'invalid_input', message: 'A number is out of range' },
  '22007': { code: 'invalid_input', message: 'A date has the wrong form' },
  '22008': { code: 'invalid_input', message: 'A date is out of range' },
  '23502': { code: 'invalid_input', message: 'A required value is missing' },
  '23514': { code: 'invalid_input', message: 'A value is not allowed' },
  '23503': { code: 'not_found', message: 'Not found' },
  '23505': { code: 'conflict', message: 'This was changed or created by another request at the same time' },
  '40001': { code: 'busy', message: 'The academy is busy, please try again' },
  '40P01': { code: 'busy', message: 'The academy is busy, please try again' },
  '55P03': { code: 'busy', message: 'The academy is busy, please try again' },
  '57014': { code: 'busy', message: 'The academy is busy, please try again' },
  '53100': { code: 'storage_full', message: 'There is no room to store this right now' },
  '53300': { code: 'database_unavailable', message: 'The academy is busy, please try again' },
  [readOnlyCode]: { code: 'database_unavailable', message: outageMessage },
};

/** What a rejected statement or an outage means to the caller; undefined for any other error. */
export function describeDatabaseError(error: unknown): { code: ErrorCode; message: string } | undefined {
  if (isPostgresError(error)) {
    if (rejections[error.code]) return rejections[error.code];
    // 08: connection exceptions, 57P: shutdowns and restarts.
    if (error.code.startsWith('08') || error.code.startsWith('57P')) {
      return { code: 'database_unavailable', message: outageMessage };
    }
    return undefined;
  }
  if (error instanceof DatabaseUnavailable) return { code: 'database_unavailable', message: outageMessage };
  return undefined;
}
