import {
  isOptionalMailKind,
  type OptionalMailKind,
  optionalMails,
} from '../../../shared/messages/mail-kinds.ts';
import type { Deps } from '../../deps.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { mailAttempts } from '../../platform/jobs/jobs.ts';
import { MailRefused, type SendMail } from '../../platform/smtp.ts';
import { htmlOfText, withUnsubscribe } from './letter.ts';
import {
  deleteMail,
  deleteMailsOfKind,
  deleteMailsWithKeys,
  deleteQueuedMail,
  findMail,
  findNewestMails,
  hasMail,
  insertMail,
  isSwitchedOff,
  type MailRow,
  markMailDelayed,
  markMailFailed,
  markMailSent,
} from './mail.queries.ts';
import { withoutSecrets } from './mail-secrets.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

export type Mail = {
  /** What the mail is about, e.g. `receipt`, `kyc_approved`. Kinds of `optionalMails` can be switched off. */
  kind: string;
  /** Null for a recipient without an account; optional mails then go out without the way to switch them off. */
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
 * Puts a mail in the outbox, in the transaction of what it tells: it goes out only if that happened. An optional mail
 * that its recipient switched off is left out. It goes after `delaySeconds` at the earliest.
 */
export async function queueMail(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl'>,
  trx: Trx,
  mail: Mail,
  delaySeconds = 0,
): Promise<void> {
  const { kind, userId, text } = mail;
  let bodies = { text, html: mail.html ?? htmlOfText(mail.subject, text) };
  if (userId !== null && isOptionalMailKind(kind)) {
    if (await isSwitchedOff(trx, userId, kind)) return;
    bodies = withUnsubscribe(bodies, optionalMails[kind].label, unsubscribeUrl(deps, userId, kind));
  }
  const mailId = await insertMail(trx, { ...mail, ...bodies });
  if (mailId) await deps.jobs.enqueue(trx, 'send-mail', { mailId }, delaySeconds);
}

/**
 * Takes a mail out of the outbox before it went, in the transaction of what it no longer tells.
 * @returns false when it is out already
 */
export async function withdrawMail(trx: Trx, dedupeKey: string): Promise<boolean> {
  await deleteQueuedMail(trx, dedupeKey);
  return !(await hasMail(trx, dedupeKey));
}

function unsubscribeUrl(
  deps: Pick<Deps, 'sealing' | 'appUrl'>,
  userId: string,
  kind: OptionalMailKind,
): string {
  return `${deps.appUrl()}/api/mail/unsubscribe?token=${unsubscribeToken(deps.sealing, { userId, kind })}`;
}

/**
 * Removes mails about something that is erased itself, sent or not, in the transaction of the erasing.
 * @param keyPrefixes the beginnings of their `dedupeKey`, which must hold no `%` and no `_`
 */
export async function eraseMailsAbout(trx: Trx, keyPrefixes: readonly string[]): Promise<void> {
  await deleteMailsWithKeys(trx, keyPrefixes);
}

/** The last mail to an account that is gone: nothing of it may stay, so that it leaves the outbox when it is done with. */
export const farewellKind = 'deletion_done';
const day = 24 * 60 * 60 * 1000;
const farewellDays = 7;

/** Removes farewells that never went out, such as those of a server without a mail server. */
export async function sweepFarewells(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteMailsOfKind(deps.db, farewellKind, new Date(deps.now().getTime() - farewellDays * day));
}

/**
 * The `send-mail` job. Throws when the mail server cannot take the mail now, so that the queue tries again later. What
 * it refuses for good, and what failed too often, stays in the outbox as failed. What is sent or given up keeps no
 * secret links, and a farewell is not kept at all.
 */
export async function sendQueuedMail(deps: Deps, send: SendMail | undefined, mailId: string): Promise<void> {
  const mail = await findMail(deps.db, mailId);
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
    const givesUp = error instanceof MailRefused || mail.attempts + 1 >= mailAttempts;
    const reason = error instanceof Error ? error.message : 'unknown';
    if (!givesUp) {
      await markMailDelayed(deps.db, mailId, reason);
      throw error;
    }
    deps.log.error({ mailId, kind: mail.kind, attempts: mail.attempts + 1 }, 'a mail could not be sent');
    if (mail.kind === farewellKind) await deleteMail(deps.db, mailId);
    else await markMailFailed(deps.db, mailId, reason, keptBodies(mail));
    return;
  }
  if (mail.kind === farewellKind) await deleteMail(deps.db, mailId);
  else await markMailSent(deps.db, mailId, keptBodies(mail), deps.now());
}

function keptBodies(mail: MailRow) {
  return withoutSecrets({ text: mail.body_text, html: mail.body_html });
}

/** RFC 8058: the mail program's own unsubscribe button. */
function headersOf(deps: Deps, mail: { kind: string; user_id: string | null }): Record<string, string> {
  if (mail.user_id === null || !isOptionalMailKind(mail.kind)) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl(deps, mail.user_id, mail.kind)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** For the outbox page of development. */
export function listOutbox(db: Db) {
  return findNewestMails(db, 100);
}
