import type { OptionalEmailKind } from '../../../shared/messages/email-kinds.ts';
import { type EmailTextKey, originalEmail } from '../../../shared/site-texts/email-texts.ts';
import { findActiveAdmins } from '../../access/active-admins.ts';
import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type NewNotification, notifyAdmins } from '../notifications/notifications.operations.ts';
import { queueEmail } from './email.operations.ts';

type AdminNotification = Omit<NewNotification, 'userId' | 'kind' | 'title' | 'body'> & {
  kind: NewNotification['kind'] & OptionalEmailKind;
  text: EmailTextKey;
  values: Readonly<Record<string, string>>;
  path: string;
};

/**
 * Notifies every admin who can log in, and emails those who want it. Admins can change the text of the email, but not
 * of the notification. Neither may name people.
 */
export async function notifyAdminsWithEmail(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'config'>,
  trx: Trx,
  notification: AdminNotification,
): Promise<void> {
  const { text, values, ...rest } = notification;
  const { subject: title, paragraphs } = originalEmail(text, values);
  await notifyAdmins(trx, { ...rest, title, body: paragraphs.join(' ') });
  for (const { id, email, firstName } of await findActiveAdmins(trx)) {
    await queueEmail(deps, trx, {
      kind: notification.kind,
      userId: id,
      to: email,
      template: {
        text,
        firstName,
        values,
        action: { label: 'Open in the admin area', url: `${deps.appUrl()}${notification.path}` },
      },
      dedupeKey: `${notification.dedupeKey}:${id}`,
    });
  }
}
