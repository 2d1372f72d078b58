import type { Email, Recipient } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/**
 * The kind of an email that an admin writes to selected users. Users can switch off emails of this kind, and each of
 * these emails says how.
 */
export const noticeKind = 'notice';

export function noticeEmail(
  to: Recipient,
  notice: { noticeId: string; subject: string; text: string },
): Email {
  return {
    kind: noticeKind,
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: notice.subject,
      firstName: to.firstName,
      paragraphs: notice.text.split(/\n{2,}/),
    }),
    dedupeKey: `notice:${notice.noticeId}:${to.id}`,
  };
}
