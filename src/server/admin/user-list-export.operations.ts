import type { UserExportInput } from '../../shared/admin/admin-users.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, Origin } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { type CsvFile, openCsvFile } from '../platform/db/csv-file.ts';
import { userListExport } from './user-list-export.queries.ts';

/**
 * The filtered list as CSV, in its order. Destroy the body when the client disconnects.
 * @throws DomainError step_up_required, busy
 */
export async function exportUserList(
  deps: Deps,
  actor: AdminActor,
  filter: UserExportInput,
  origin: Origin,
): Promise<CsvFile> {
  requireRecentAuthentication(deps, actor);
  const query = userListExport(deps.db, filter, deps.now());
  const file = await openCsvFile(deps, query, 'users-export');
  try {
    const { q: _words, tag: _tag, ...states } = filter;
    await recordAudit(deps.db, {
      actorId: actor.userId,
      action: 'users.exported',
      subjectType: 'users',
      // Searched words may be a name, which must not be logged.
      subjectId: 'filtered',
      origin,
      details: { format: 'csv', filter: states },
    });
  } catch (error) {
    file.body.destroy();
    throw error;
  }
  return file;
}
