import type { AuditFilter, AuditPage } from '../../shared/admin/audit.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { type CsvFile, openCsvFile } from '../platform/db/csv-file.ts';
import { presentAuditEntry, readableDetails } from './audit.present.ts';
import { auditExport, findAuditEntries } from './audit.queries.ts';

const pageSize = 50;

/** The audit log, newest first, one page at a time. Entries that come meanwhile move no page. */
export async function listAudit(deps: Deps, _actor: AdminActor, filter: AuditFilter): Promise<AuditPage> {
  const rows = await findAuditEntries(deps.db, filter, pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    entries: page.map(presentAuditEntry),
    nextBeforeId: rows.length > pageSize && last ? last.id : null,
  };
}

/** The whole log of a filter, newest first, with the same details as on screen. @throws DomainError busy */
export async function openAuditFile(
  deps: Deps,
  _actor: AdminActor,
  filter: Omit<AuditFilter, 'beforeId'>,
): Promise<CsvFile> {
  return openCsvFile(deps, auditExport(deps.db, filter, [...readableDetails]), 'audit-export');
}
