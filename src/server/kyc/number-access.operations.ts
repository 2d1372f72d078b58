import type { DocumentNumbers } from '../../shared/kyc/kyc.ts';
import { hasRecentAuthentication, requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import type { KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';
import { maskedNumbers, openNumbers } from './document-numbers.ts';
import { findApplication } from './kyc.queries.ts';

/** Maximum number of users whose full numbers one response may contain. */
const maxUsers = 100;

type NumbersRow = Parameters<typeof openNumbers>[1] & Pick<KycApplicationRow, 'user_id'>;

/** The admin who requests the numbers, and the metadata of the request, for the audit log. */
export type Requester = { actor: AdminActor; metadata: RequestMetadata };

/**
 * Returns a function that presents an application's document numbers: in full to an admin with recent authentication,
 * otherwise masked. Full numbers are audited per user, and limited per response and per hour; beyond a limit, numbers
 * are masked.
 */
export async function numbersFor(
  deps: Deps,
  { actor, metadata }: Requester,
  rows: readonly NumbersRow[],
): Promise<(row: NumbersRow) => [string, string]> {
  if (!hasRecentAuthentication(deps, actor)) return maskedNumbers;
  const people = new Set([...new Set(rows.filter(hasNumber).map((row) => row.user_id))].slice(0, maxUsers));
  try {
    await recordReading(deps, actor, people, metadata);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_attempts') return maskedNumbers;
    throw error;
  }
  return (row) => (people.has(row.user_id) ? openNumbers(deps, row) : maskedNumbers(row));
}

/**
 * The full numbers of one application, on explicit request.
 * @throws DomainError not_found, step_up_required, too_many_attempts
 */
export async function showDocumentNumbers(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
): Promise<DocumentNumbers> {
  requireRecentAuthentication(deps, actor);
  const row = await findApplication(deps.db, id);
  if (!row) throw notFound('Application');
  if (hasNumber(row)) await recordReading(deps, actor, new Set([row.user_id]), metadata);
  const [documentNumber1, documentNumber2] = openNumbers(deps, row);
  return { documentNumber1, documentNumber2 };
}

/** False after the documents are erased: the application then has only the last characters of its numbers. */
function hasNumber(row: NumbersRow): boolean {
  return row.document_number_sealed1 !== null || row.document_number_sealed2 !== null;
}

/** Audits and limits the reading of full numbers. @throws DomainError too_many_attempts */
async function recordReading(
  deps: Deps,
  actor: AdminActor,
  people: ReadonlySet<string>,
  metadata: RequestMetadata,
): Promise<void> {
  if (people.size === 0) return;
  await deps.attemptLimits.count('documentNumbersPerAdmin', actor.userId, people.size);
  await recordAudit(
    deps.db,
    ...[...people].map((userId) => ({
      actorId: actor.userId,
      action: 'document_number.viewed',
      subjectType: 'user',
      subjectId: userId,
      metadata,
    })),
  );
}
