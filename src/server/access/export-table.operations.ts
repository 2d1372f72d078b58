import type { AdminActor, RequestMetadata } from '../actor.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import type { CsvFile } from '../platform/db/csv-file.ts';
import { requireRecentAuthentication } from './recent-authentication.ts';

/**
 * Opens a CSV of an admin list, and records the export in the audit log. Destroy the body when the client disconnects.
 * @param entry - the entry for the audit log; must not contain search words, because they may name a person
 * @throws DomainError step_up_required, busy
 */
export async function exportTable(
  deps: Deps,
  actor: AdminActor,
  metadata: RequestMetadata,
  open: () => Promise<CsvFile>,
  entry: Pick<AuditEntry, 'action' | 'subjectType' | 'subjectId' | 'details'>,
): Promise<CsvFile> {
  requireRecentAuthentication(deps, actor);
  const file = await open();
  try {
    await recordAudit(deps.db, {
      ...entry,
      actorId: actor.userId,
      metadata,
      details: { format: 'csv', ...entry.details },
    });
  } catch (error) {
    file.body.destroy();
    throw error;
  }
  return file;
}
