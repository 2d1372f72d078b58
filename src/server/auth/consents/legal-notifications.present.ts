import type { LegalNotice } from '../../../shared/auth/consents.ts';
import { fullName } from '../../../shared/person-name.ts';
import type { ListedNoticeRow } from './legal-notifications.queries.ts';

export function presentNotice(row: ListedNoticeRow): LegalNotice {
  const { id, document, summary, recipients, emailed } = row;
  return {
    id,
    document,
    summary,
    effectiveOn: row.effective_on,
    recipients,
    emailed,
    createdAt: row.created_at,
    createdByName: row.first_name === null ? null : fullName(row.first_name, row.last_name),
    finishedAt: row.finished_at,
  };
}
