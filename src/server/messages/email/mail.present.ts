import type { FailedMail } from '../../../shared/messages/failed-mails.ts';
import type { MailRow } from './mail.queries.ts';
import { lostSecrets } from './mail-secrets.ts';

/** What an admin sees of a mail that was given up; its words stay between us and the person. */
export function presentFailedMail(row: MailRow): FailedMail {
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
