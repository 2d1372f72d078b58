import type { AdminEmailKind, OptionalEmailKind } from '../../../shared/messages/email-kinds.ts';
import { type EmailTextKey, notificationLabels } from '../../../shared/site-texts/email-texts.ts';
import { findActiveAdmins } from '../../access/active-admins.ts';
import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readSettings } from '../../settings/settings.operations.ts';
import { type NewNotification, notifyAdmins } from '../notifications/notifications.operations.ts';
import { type Email, emailTo, queueEmails, type Recipient } from './email.operations.ts';

type AdminNotification = Omit<NewNotification, 'userId' | 'kind' | 'title' | 'body'> & {
  kind: NewNotification['kind'] & OptionalEmailKind;
  text: EmailTextKey;
  values: Readonly<Record<string, string>>;
  path: string;
};

/**
 * Notifies every admin who can log in, and emails those who want the email. Admins can change the text of the email,
 * but not the text of the notification. The email and the notification must not name people.
 */
export async function notifyAdminsWithEmail(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'config'>,
  trx: Trx,
  notification: AdminNotification,
): Promise<void> {
  const { text, values, ...rest } = notification;
  await notifyAdmins(trx, { ...rest, ...notificationLabels(text, values) });
  await emailAdmins(deps, trx, await findActiveAdmins(trx), notification);
}

/** Emails these admins about a notification, except those who do not want this kind of email. */
export async function emailAdmins(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'config'>,
  trx: Trx,
  admins: readonly Recipient[],
  { kind, text, values, path, dedupeKey }: Omit<AdminNotification, 'appearsAt'>,
): Promise<void> {
  const action = { label: 'Open in the admin area', url: `${deps.appUrl()}${path}` };
  const emails = admins.map((admin) =>
    emailTo(admin, { kind, text, values, action, dedupeKey: `${dedupeKey}:${admin.id}` }),
  );
  await queueEmails(deps, trx, emails);
}

/** An admin, or the support address, which has no account. */
export type StaffRecipient = { id: string | null; email: string; firstName: string };

export type StaffEmail = Email & { kind: AdminEmailKind };

/** Queues an email to the support address or, if none is set, to each admin who can log in. */
export async function queueStaffEmail(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'config'>,
  trx: Trx,
  compose: (to: StaffRecipient) => StaffEmail,
): Promise<void> {
  const { supportEmail } = await readSettings(deps, trx);
  const recipients: StaffRecipient[] =
    supportEmail === ''
      ? await findActiveAdmins(trx)
      : [{ id: null, email: supportEmail, firstName: 'team' }];
  await queueEmails(deps, trx, recipients.map(compose));
}
