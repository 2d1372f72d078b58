import type { FailedEmail } from '../../../shared/messages/failed-emails.ts';
import type { EmailRow } from './email.queries.ts';
import { lostSecrets } from './secrets.ts';

/** A failed email as admins see it, without its content. */
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
