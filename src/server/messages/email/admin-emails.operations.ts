import type { OptionalEmailKind } from '../../../shared/messages/email-kinds.ts';
import { findActiveAdmins } from '../../access/active-admins.ts';
import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type NewNotification, notifyAdmins } from '../notifications/notifications.operations.ts';
import { queueEmail } from './email.operations.ts';
import { renderEmail } from './render-email.ts';

type AdminNews = Omit<NewNotification, 'userId' | 'kind'> & {
  kind: NewNotification['kind'] & OptionalEmailKind;
  body: string;
  path: string;
};

/** Notifies every admin and, by their preference, emails them the same. Neither may name people. */
export async function notifyAdminsWithEmail(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'config'>,
  trx: Trx,
  news: AdminNews,
): Promise<void> {
  await notifyAdmins(trx, news);
  for (const { id, email, firstName } of await findActiveAdmins(trx)) {
    await queueEmail(deps, trx, {
      kind: news.kind,
      userId: id,
      to: email,
      ...renderEmail({
        subject: news.title,
        firstName,
        paragraphs: [news.body],
        action: { label: 'Open it', url: `${deps.appUrl()}${news.path}` },
      }),
      dedupeKey: `${news.dedupeKey}:${id}`,
    });
  }
}
