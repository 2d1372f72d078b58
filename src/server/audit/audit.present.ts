import type { AuditEntryView } from '../../shared/admin/audit.ts';
import { deletedUser, fullName } from '../../shared/person-name.ts';
import type { AuditRow } from './audit.queries.ts';

/** The details that admins see: statuses, ids, and fields of products and plans, never user input. */
export const readableDetails: ReadonlySet<string> = new Set([
  'after',
  'before',
  'changes',
  'count',
  'dueAt',
  'erased',
  'filter',
  'final',
  'format',
  'from',
  'ownApplication',
  'ownerId',
  'productNumber',
  'purpose',
  'reason',
  'reasonCode',
  'requestedAt',
  'title',
  'to',
  'type',
  'until',
  'userId',
  'users',
  'wantedNumber',
]);
const longestValue = 500;

export function presentAuditEntry(row: AuditRow): AuditEntryView {
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    actorId: row.actor_id,
    actorName: actorName(row),
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    ip: row.ip,
    details: Object.entries(row.details)
      .filter(([name]) => readableDetails.has(name))
      .map(([name, value]) => ({ name, value: readable(value) })),
  };
}

function actorName(row: AuditRow): string {
  if (row.actor_id === null) return 'System';
  if (row.actor_first_name === null || row.actor_deleted_at !== null) return deletedUser;
  return fullName(row.actor_first_name, row.actor_last_name);
}

function readable(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
