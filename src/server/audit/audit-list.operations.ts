import type { AuditFilter, AuditListInput, AuditPage } from '../../shared/admin/audit.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { type CsvFile, openCsvFile } from '../platform/db/csv-file.ts';
import { pageOf, readCursor } from '../platform/db/paging.ts';
import { presentAuditEntry, readableDetails } from './audit.present.ts';
import { auditExport, findAuditEntries } from './audit.queries.ts';

const pageSize = 50;

/** One page of the audit log, newest first. Entries added meanwhile do not shift pages. */
export async function listAudit(
  deps: Deps,
  _actor: AdminActor,
  { cursor, ...filter }: AuditListInput,
): Promise<AuditPage> {
  const rows = await findAuditEntries(deps.db, filter, readCursor.integer(cursor), pageSize + 1);
  const page = pageOf(rows, pageSize, (last) => String(last.id));
  return { ...page, items: page.items.map(presentAuditEntry) };
}

/** All entries that match the filter, newest first, with the details that the list shows. @throws DomainError busy */
export async function openAuditFile(deps: Deps, _actor: AdminActor, filter: AuditFilter): Promise<CsvFile> {
  return openCsvFile(deps, auditExport(deps.db, filter, [...readableDetails]), 'audit-export');
}
