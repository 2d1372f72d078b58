import type { AuditFilter, AuditPage } from '../../shared/audit.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { presentAuditEntry } from './audit.present.ts';
import { findAuditEntries } from './audit.queries.ts';

const pageSize = 50;

/** The audit log, newest first, one page at a time (J12). Entries that come meanwhile move no page. */
export async function listAudit(deps: Deps, _actor: AdminActor, filter: AuditFilter): Promise<AuditPage> {
  const rows = await findAuditEntries(deps.db, filter, pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    entries: page.map(presentAuditEntry),
    nextBeforeId: rows.length > pageSize && last ? last.id : null,
  };
}
