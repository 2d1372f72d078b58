import { describeDatabaseError, isPostgresError } from '../platform/db/errors.ts';
import { withoutSecrets } from '../platform/logging.ts';
import { StartupError } from '../platform/startup-error.ts';

/**
 * If Postgres cannot be reached, rejects the credentials, has no such database or grants too few rights, returns an
 * error with a sentence for the operator. Returns other errors unchanged.
 */
export function asDatabaseProblem(error: unknown): unknown {
  const { cause = error } = error as Error;
  const isRejected = isPostgresError(cause) && /^(28|3D|42501)/.test(cause.code);
  if (!isRejected && describeDatabaseError(error)?.code !== 'database_unavailable') return error;
  const { message, code } = cause as NodeJS.ErrnoException;
  return new StartupError(`DATABASE_URL: Postgres cannot be used (${withoutSecrets(message || `${code}`)}).`);
}
