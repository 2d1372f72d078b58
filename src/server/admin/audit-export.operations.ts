import type { AuditFilter } from '../../shared/admin/audit.ts';
import { exportTable } from '../access/export-table.operations.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { openAuditFile } from '../audit/audit-list.operations.ts';
import type { Deps } from '../deps.ts';
import type { CsvFile } from '../platform/db/csv-file.ts';

/** The audit log entries that match the filter, as CSV. @throws DomainError step_up_required, busy */
export async function exportAudit(
  deps: Deps,
  actor: AdminActor,
  filter: AuditFilter,
  metadata: RequestMetadata,
): Promise<CsvFile> {
  return exportTable(deps, actor, metadata, () => openAuditFile(deps, actor, filter), {
    action: 'audit.exported',
    subjectType: 'audit_log',
    subjectId: filter.subjectId ?? 'all',
    details: {
      type: filter.action ?? filter.kind ?? 'all',
      from: filter.from ?? null,
      to: filter.to ?? null,
    },
  });
}
