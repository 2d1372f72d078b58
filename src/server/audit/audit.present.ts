import type { AuditEntryView } from '../../shared/admin/audit.ts';
import { textName } from '../../shared/site-texts/site-texts.ts';
import { joinedName } from '../platform/db/name-columns.ts';
import type { AuditRow } from './audit.queries.ts';

/** The details that admins see; never what a student typed. */
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
  'question',
  'reason',
  'reasonCode',
  'requestedAt',
  'status',
  'title',
  'to',
  'type',
  'until',
  'userId',
  'users',
  'wantedNumber',
]);
/** Maximum length of a detail, in characters. */
const longestValue = 500;
/** Maximum length of each text in a detail with several, such as the old and the new description of a product. */
const longestPart = 100;

export function presentAuditEntry(row: AuditRow): AuditEntryView {
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    actorId: row.actor_id,
    actorName: row.actor_id === null ? 'System' : joinedName(row, 'actor'),
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: row.subject_type === 'site_text' ? (textName(row.subject_id) ?? null) : row.subject_name,
    about:
      row.about_user_id === null
        ? null
        : {
            id: row.about_user_id,
            name: joinedName(row, 'about'),
          },
    ip: row.ip,
    details: Object.entries(row.details)
      .filter(([name]) => readableDetails.has(name))
      .map(([name, value]) => ({ name, value: readable(value) })),
  };
}

function readable(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, shortened);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function shortened(_name: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > longestPart ? `${value.slice(0, longestPart)}…` : value;
}
