import type { AuditFilter, AuditListInput, AuditPage, AuditPerson } from '../../shared/admin/audit.ts';
import { accountName } from '../../shared/person-name.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { type CsvFile, openCsvFile } from '../platform/db/csv-file.ts';
import { pageOf, readCursor } from '../platform/db/paging.ts';
import { presentAuditEntry, readableDetails } from './audit.present.ts';
import { auditExport, findAuditEntries, findPeople } from './audit.queries.ts';

const pageSize = 50;

/** One page of the audit log, newest first. Entries added in the meantime do not shift pages. */
export async function listAudit(
  deps: Deps,
  _actor: AdminActor,
  { cursor, ...filter }: AuditListInput,
): Promise<AuditPage> {
  const filterIds = [filter.actorId, filter.subjectId].filter((id) => id !== undefined);
  const [rows, people] = await Promise.all([
    findAuditEntries(deps.db, filter, readCursor.integer(cursor), pageSize + 1),
    findPeople(deps.db, filterIds),
  ]);
  const page = pageOf(rows, pageSize, (last) => String(last.id));
  const filterPerson = (id: string | undefined): AuditPerson | null => {
    const person = people.find((known) => known.id === id);
    return person ? { id: person.id, name: accountName(person) } : null;
  };
  return {
    ...page,
    items: page.items.map(presentAuditEntry),
    filtered: { actor: filterPerson(filter.actorId), subject: filterPerson(filter.subjectId) },
  };
}

/** All entries that match the filter, newest first, with the details that the list shows. @throws DomainError busy */
export async function openAuditFile(deps: Deps, _actor: AdminActor, filter: AuditFilter): Promise<CsvFile> {
  return openCsvFile(deps, auditExport(deps.db, filter, [...readableDetails]), 'audit-export');
}
