import type { UserExportInput } from '../../shared/admin/admin-users.ts';
import { exportTable } from '../access/export-table.operations.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { type CsvFile, openCsvFile } from '../platform/db/csv-file.ts';
import { userListExport } from './user-list-export.queries.ts';

/** The filtered list of users as CSV, in the order of the list. @throws DomainError step_up_required, busy */
export async function exportUserList(
  deps: Deps,
  actor: AdminActor,
  filter: UserExportInput,
  metadata: RequestMetadata,
): Promise<CsvFile> {
  const open = () => openCsvFile(deps, userListExport(deps.db, filter, deps.now()), 'users-export');
  // The audit log must not contain search words or tags, because they may name people.
  const { q: _words, tag: _tag, ...states } = filter;
  return exportTable(deps, actor, metadata, open, {
    action: 'users.exported',
    subjectType: 'users',
    subjectId: 'filtered',
    details: { filter: states },
  });
}
