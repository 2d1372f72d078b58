import type { FailedEmail } from '../../../shared/messages/failed-emails.ts';
import type { EmailRow } from './email.queries.ts';
import { lostSecrets } from './secrets.ts';

/** What an admin sees of an email that was given up; its words stay between us and the person. */
export function presentFailedEmail(row: EmailRow): FailedEmail {
  return {
    id: row.id,
    kind: row.kind,
    to: row.to_address,
    subject: row.subject,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    retryable: !lostSecrets(row.body_text),
  };
}
