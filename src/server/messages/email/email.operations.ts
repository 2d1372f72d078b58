import {
  isOptionalEmailKind,
  type OptionalEmailKind,
  optionalEmails,
} from '../../../shared/messages/email-kinds.ts';
import type { Deps } from '../../deps.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { emailAttempts } from '../../platform/jobs/jobs.ts';
import { EmailRefused, type SendEmail } from '../../platform/smtp.ts';
import {
  deleteMail,
  deleteMailsOfKind,
  deleteMailsWithKeys,
  deleteQueuedEmail,
  type EmailRow,
  findEmail,
  findNewestEmails,
  hasEmail,
  insertEmail,
  isSwitchedOff,
  markEmailDelayed,
  markEmailFailed,
  markEmailSent,
} from './email.queries.ts';
import { htmlOfText, withUnsubscribe } from './render-email.ts';
import { withoutSecrets } from './secrets.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/** Somebody with an account, as emails address them. */
export type Recipient = { id: string; email: string; firstName: string };

export type Email = {
  /** What the email is about, e.g. `receipt`, `kyc_approved`. Kinds of `optionalEmails` can be switched off. */
  kind: string;
  /** Null for a recipient without an account; optional emails then go out without the way to switch them off. */
  userId: string | null;
  to: string;
  subject: string;
  text: string;
  /** Without it the text gives the HTML. */
  html?: string;
  /** One mail a key, however often it is asked for. */
  dedupeKey: string;
};

/**
 * Puts an email in the outbox, in the transaction of what it tells: it goes out only if that happened. An optional mail
 * that its recipient switched off is left out. It goes after `delaySeconds` at the earliest.
 */
export async function queueMail(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl'>,
  trx: Trx,
  mail: Email,
  delaySeconds = 0,
): Promise<void> {
  const { kind, userId, text } = mail;
  let bodies = { text, html: mail.html ?? htmlOfText(mail.subject, text) };
  if (userId !== null && isOptionalEmailKind(kind)) {
    if (await isSwitchedOff(trx, userId, kind)) return;
    bodies = withUnsubscribe(bodies, optionalEmails[kind].label, unsubscribeUrl(deps, userId, kind));
  }
  const mailId = await insertEmail(trx, { ...mail, ...bodies });
  if (mailId) await deps.jobs.enqueue(trx, 'send-mail', { mailId }, delaySeconds);
}

/**
 * Takes an email out of the outbox before it went, in the transaction of what it no longer tells.
 * @returns false when it is out already
 */
export async function withdrawEmail(trx: Trx, dedupeKey: string): Promise<boolean> {
  await deleteQueuedEmail(trx, dedupeKey);
  return !(await hasEmail(trx, dedupeKey));
}

function unsubscribeUrl(
  deps: Pick<Deps, 'sealing' | 'appUrl'>,
  userId: string,
  kind: OptionalEmailKind,
): string {
  return `${deps.appUrl()}/api/mail/unsubscribe?token=${unsubscribeToken(deps.sealing, { userId, kind })}`;
}

/**
 * Removes emails about something that is erased itself, sent or not, in the transaction of the erasing.
 * @param keyPrefixes the beginnings of their `dedupeKey`, which must hold no `%` and no `_`
 */
export async function eraseMailsAbout(trx: Trx, keyPrefixes: readonly string[]): Promise<void> {
  await deleteMailsWithKeys(trx, keyPrefixes);
}

/** The last mail to an account that is gone: nothing of it may stay, so that it leaves the outbox when it is done with. */
export const accountDeletedKind = 'deletion_done';
const day = 24 * 60 * 60 * 1000;
const accountDeletedEmailDays = 7;

/** Removes farewells that never went out, such as those of a server without a mail server. */
export async function sweepAccountDeletedEmails(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteMailsOfKind(
    deps.db,
    accountDeletedKind,
    new Date(deps.now().getTime() - accountDeletedEmailDays * day),
  );
}

/**
 * The `send-mail` job. Throws when the mail server cannot take the email now, so that the queue tries again later. What
 * it refuses for good, and what failed too often, stays in the outbox as failed. What is sent or given up keeps no
 * secret links, and a farewell is not kept at all.
 */
export async function sendQueuedEmail(
  deps: Deps,
  send: SendEmail | undefined,
  mailId: string,
): Promise<void> {
  const mail = await findEmail(deps.db, mailId);
  if (mail?.status !== 'queued' || !send) return;
  try {
    await send({
      to: mail.to_address,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html ?? undefined,
      messageId: `<${mail.id}@${new URL(deps.appUrl()).hostname}>`,
      headers: headersOf(deps, mail),
    });
  } catch (error) {
    const givesUp = error instanceof EmailRefused || mail.attempts + 1 >= emailAttempts;
    const reason = error instanceof Error ? error.message : 'unknown';
    if (!givesUp) {
      await markEmailDelayed(deps.db, mailId, reason);
      throw error;
    }
    deps.log.error({ mailId, kind: mail.kind, attempts: mail.attempts + 1 }, 'a mail could not be sent');
    if (mail.kind === accountDeletedKind) await deleteMail(deps.db, mailId);
    else await markEmailFailed(deps.db, mailId, reason, keptBodies(mail));
    return;
  }
  if (mail.kind === accountDeletedKind) await deleteMail(deps.db, mailId);
  else await markEmailSent(deps.db, mailId, keptBodies(mail), deps.now());
}

function keptBodies(mail: EmailRow) {
  return withoutSecrets({ text: mail.body_text, html: mail.body_html });
}

/** RFC 8058: the mail program's own unsubscribe button. */
function headersOf(deps: Deps, mail: { kind: string; user_id: string | null }): Record<string, string> {
  if (mail.user_id === null || !isOptionalEmailKind(mail.kind)) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl(deps, mail.user_id, mail.kind)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** For the outbox page of development. */
export function listOutbox(db: Db) {
  return findNewestEmails(db, 100);
}
