import type { AuditFilter } from '../../shared/admin/audit.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, Origin } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { openAuditFile } from '../audit/audit-list.operations.ts';
import type { Deps } from '../deps.ts';
import type { CsvFile } from '../platform/db/csv-file.ts';

/**
 * The audit log entries that match the filter, as CSV. The caller must read `body` to its end or destroy it.
 * @throws DomainError step_up_required, busy
 */
export async function exportAudit(
  deps: Deps,
  actor: AdminActor,
  filter: AuditFilter,
  origin: Origin,
): Promise<CsvFile> {
  requireRecentAuthentication(deps, actor);
  const file = await openAuditFile(deps, actor, filter);
  try {
    await recordAudit(deps.db, {
      actorId: actor.userId,
      action: 'audit.exported',
      subjectType: 'audit_log',
      subjectId: filter.subjectId ?? 'all',
      origin,
      details: {
        format: 'csv',
        type: filter.action ?? filter.kind ?? 'all',
        from: filter.from ?? null,
        to: filter.to ?? null,
      },
    });
  } catch (error) {
    file.body.destroy();
    throw error;
  }
  return file;
}
