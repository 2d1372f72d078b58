import { localDayText } from '../../../shared/day-text.ts';
import { dayMs } from '../../../shared/durations.ts';
import {
  isOptionalEmailKind,
  type OptionalEmailKind,
  optionalEmails,
} from '../../../shared/messages/email-kinds.ts';
import { paletteOf } from '../../../shared/palettes.ts';
import { emailParts, emailTextKey } from '../../../shared/site-texts/email-texts.ts';
import type { Deps } from '../../deps.ts';
import { findUnableToLogIn } from '../../platform/db/can-log-in.ts';
import { type Db, inTransaction, type Trx } from '../../platform/db/database.ts';
import { emailAttempts } from '../../platform/jobs/jobs.ts';
import { EmailRejected, emailFailureFacts, type SendEmail } from '../../platform/smtp.ts';
import { getSettings, readSettings } from '../../settings/settings.operations.ts';
import { readChangedTexts } from '../../settings/texts/texts.operations.ts';
import { notifyAdmins } from '../notifications/notifications.operations.ts';
import {
  deleteEmail,
  deleteEmailsOfKind,
  deleteEmailsWithKeys,
  deleteUnsentEmail,
  type EmailRow,
  findAbandonedEmails,
  findEmail,
  findEmailByKey,
  findNewestEmails,
  insertEmails,
  markEmailDelayed,
  markEmailFailed,
  markEmailSent,
  redirectUnsentEmails,
  wantedEmails,
} from './email.queries.ts';
import {
  type ComposedEmail,
  type EmailFromTemplate,
  forLeavingAccount,
  forSuspendedAccount,
  htmlOfText,
  renderTemplate,
  signed,
  withUnsubscribe,
} from './render-email.ts';
import { withoutSecretLinks } from './secrets.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

export type Recipient = { id: string; email: string; firstName: string };

/** For emails that name a day or time. Null means UTC. */
export type RecipientWithTimeZone = Recipient & { timeZone: string | null };

export type Email = {
  /** What the email is about, e.g. `receipt`, `kyc_approved`. Users can switch off the kinds in `optionalEmails`. */
  kind: string;
  /** Null for a recipient without an account. Such emails have no unsubscribe link. */
  userId: string | null;
  to: string;
  /** Idempotency key: an email with an existing key is not queued again. */
  dedupeKey: string;
} & (
  | {
      subject: string;
      text: string;
      /** Generated from the text by default. */
      html?: string;
      template?: undefined;
    }
  | { template: EmailFromTemplate }
);

/** The email that a template describes. @param to - the recipient; the id is null without an account */
export function emailTo<Kind extends string>(
  to: Omit<Recipient, 'id'> & { id: string | null },
  { kind, dedupeKey, ...template }: { kind: Kind; dedupeKey: string } & Omit<EmailFromTemplate, 'firstName'>,
): Email & { kind: Kind } {
  const { id: userId, email, firstName } = to;
  return { kind, userId, to: email, template: { ...template, firstName }, dedupeKey };
}

/**
 * Queues an email in the outbox in the caller's transaction, so that it is sent only if the change commits. Skips
 * optional emails that the recipient does not want, and emails to erased accounts.
 * @param delaySeconds - minimum delay before sending
 */
export async function queueEmail(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'config'>,
  trx: Trx,
  email: Email,
  delaySeconds = 0,
): Promise<void> {
  await queueEmails(deps, trx, [email], delaySeconds);
}

/**
 * Queues emails as `queueEmail` does, with the same number of SQL statements as for one email. Pass a few hundred at
 * most, because composing them blocks the event loop.
 */
export async function queueEmails(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'config'>,
  trx: Trx,
  emails: readonly Email[],
  delaySeconds = 0,
): Promise<void> {
  const wanted = await adaptToAccounts(trx, await wantedEmails(trx, emails));
  if (wanted.length === 0) return;
  const { academyName, palette } = await readSettings(deps, trx);
  const academy = { name: academyName, color: paletteOf(palette).email };
  const changed = await readChangedEmailTexts(trx, wanted);
  const rows = wanted.map((email) => {
    const { kind, userId, to, dedupeKey } = email;
    const { subject, ...composed } = compose(email, changed);
    const bodies =
      userId !== null && isOptionalEmailKind(kind)
        ? withUnsubscribe(composed, optionalEmails[kind].label, unsubscribeUrl(deps, userId, kind))
        : composed;
    return { kind, userId, to, subject, dedupeKey, ...signed(bodies, academy) };
  });
  const emailIds = await insertEmails(trx, rows);
  if (emailIds.length === 0) return;
  const payloads = emailIds.map((mailId) => ({ mailId }));
  await deps.jobs.enqueue(trx, 'send-mail', payloads, delaySeconds);
}

/** Removes links to pages that their recipients cannot open, because they cannot log in. */
async function adaptToAccounts(trx: Trx, emails: readonly Email[]): Promise<readonly Email[]> {
  const accounts = await findUnableToLogIn(
    trx,
    emails.flatMap(({ userId }) => userId ?? []),
  );
  return emails.map((email) => {
    const account = accounts.find(({ id }) => id === email.userId);
    if (!email.template || !account) return email;
    const { suspendedAt, deletionDueAt, timeZone } = account;
    if (suspendedAt !== null) return { ...email, template: forSuspendedAccount(email.template) };
    if (deletionDueAt === null) return email;
    const day = localDayText(new Date(deletionDueAt), timeZone);
    return { ...email, template: forLeavingAccount(email.template, day) };
  });
}

/** Of the texts in these emails' templates, those that an admin has changed, by key. */
async function readChangedEmailTexts(trx: Trx, emails: readonly Email[]): Promise<Map<string, string>> {
  const texts = new Set(emails.flatMap(({ template }) => (template ? [template.text] : [])));
  const keys = [...texts].flatMap((text) => emailParts.map((part) => emailTextKey(text, part)));
  return keys.length === 0 ? new Map() : readChangedTexts(trx, keys);
}

function compose(email: Email, changed: ReadonlyMap<string, string>): ComposedEmail {
  if (email.template) return renderTemplate(email.template, changed);
  const { subject, text, html = htmlOfText(subject, text) } = email;
  return { subject, text, html };
}

/**
 * Removes an email that was not sent, also a failed one, from the outbox, in the transaction that makes it obsolete.
 * @returns false if it has already been sent
 */
export async function withdrawEmail(trx: Trx, dedupeKey: string): Promise<boolean> {
  await deleteUnsentEmail(trx, dedupeKey);
  return (await findEmailByKey(trx, dedupeKey)) === undefined;
}

/**
 * Redirects the emails to a user's previous address that were not sent, including those that have failed, to the new
 * one, in the transaction that changes the address. Leaves out emails whose link the change has invalidated.
 */
export async function redirectEmails(
  trx: Trx,
  { id: userId, email: from }: Pick<Recipient, 'id' | 'email'>,
  to: string,
): Promise<void> {
  await redirectUnsentEmails(trx, { userId, from, to, except: ['verify_email', 'password_reset'] });
}

function unsubscribeUrl(
  deps: Pick<Deps, 'sealing' | 'appUrl'>,
  userId: string,
  kind: OptionalEmailKind,
): string {
  return `${deps.appUrl()}/api/mail/unsubscribe?token=${unsubscribeToken(deps.sealing, { userId, kind })}`;
}

/**
 * Deletes the emails about an erased resource, sent or not, in the transaction of the erasure.
 * @param keyPrefixes - prefixes of their `dedupeKey`; they must not contain `%` or `_`
 */
export async function eraseEmailsAbout(trx: Trx, keyPrefixes: readonly string[]): Promise<void> {
  await deleteEmailsWithKeys(trx, keyPrefixes);
}

/**
 * The kind of the account-deleted email, the last one to a deleted account. Because it contains personal data, it is
 * deleted from the outbox after it was sent or has failed.
 */
export const accountDeletedKind = 'deletion_done';
/** A reply to a contact message. Answers to it go to the support email, if one is set. */
export const contactReplyKind = 'contact_reply';
const accountDeletedEmailDays = 7;

/**
 * Deletes account-deleted emails that are still not sent after `accountDeletedEmailDays` days, for example because no
 * email server is configured.
 */
export async function sweepAccountDeletedEmails(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteEmailsOfKind(
    deps.db,
    accountDeletedKind,
    new Date(deps.now().getTime() - accountDeletedEmailDays * dayMs),
  );
}

/**
 * The `send-mail` job. Does nothing if no email server is configured; after one is configured, `failAbandonedEmails`
 * marks the email as failed. Throws on a temporary failure, so that the queue retries. After a permanent rejection or
 * the last attempt, the email stays in the outbox as failed. Secret links are removed from emails that were sent or
 * have failed; account-deleted emails are deleted, and so are emails that are no longer wanted (`isStillWanted`).
 */
export async function sendQueuedEmail(
  deps: Deps,
  send: SendEmail | undefined,
  mailId: string,
): Promise<void> {
  const mail = await findEmail(deps.db, mailId);
  if (mail?.status !== 'queued' || !send) return;
  if (!(await isStillWanted(deps, mail))) return deleteEmail(deps.db, mailId);
  const { academyName: senderName, supportEmail } = await getSettings(deps);
  try {
    await send({
      senderName,
      to: mail.to_address,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html ?? undefined,
      messageId: `<${mail.id}@${new URL(deps.appUrl()).hostname}>`,
      headers: headersOf(deps, mail),
      ...(mail.kind === contactReplyKind && supportEmail !== '' && { replyTo: supportEmail }),
    });
  } catch (error) {
    const isFinal = error instanceof EmailRejected || mail.attempts + 1 >= emailAttempts;
    const reason = error instanceof Error ? error.message : 'unknown';
    if (!isFinal) {
      await markEmailDelayed(deps.db, mailId, reason);
      throw error;
    }
    const facts = { mailId, kind: mail.kind, attempts: mail.attempts + 1, ...emailFailureFacts(error) };
    deps.log.error(facts, 'an email could not be sent');
    await failEmail(deps, mail, reason);
    return;
  }
  if (mail.kind === accountDeletedKind) await deleteEmail(deps.db, mailId);
  else await markEmailSent(deps.db, mailId, redactedBodies(mail), deps.now());
}

/**
 * False for an optional email that its recipient has switched off since it was queued, and for one for admins whose
 * recipient is no longer an admin who can log in.
 */
export async function isStillWanted(
  { db }: Pick<Deps, 'db'>,
  { user_id: userId, kind }: EmailRow,
): Promise<boolean> {
  return (await wantedEmails(db, [{ userId, kind }])).length > 0;
}

/** How many abandoned emails a query reads. The next query finds others, because these are no longer queued. */
const abandonedPerRead = 500;

/**
 * The `fail-abandoned-emails` job: marks queued emails as failed if they will not be tried again, because the server
 * stopped during the last attempt or because no email server was connected when they were queued. An admin then decides
 * whether to send them again. Idempotent.
 */
export async function failAbandonedEmails(deps: Deps): Promise<void> {
  const includeUntried = deps.config.mail.smtpUrl !== undefined;
  for (;;) {
    const emails = await findAbandonedEmails(deps.db, { includeUntried, limit: abandonedPerRead });
    for (const { wasTried, ...mail } of emails) {
      deps.log.error({ mailId: mail.id, kind: mail.kind, wasTried }, 'an email was abandoned');
      if (wasTried) await failEmail(deps, mail, interruptedText(mail.last_error));
      else await failEmail(deps, mail, 'It was written while no email server was connected', 0);
    }
    if (emails.length < abandonedPerRead) return;
  }
}

function interruptedText(lastError: string | null): string {
  const before = lastError === null ? '' : `. Before: ${lastError}`;
  return `An attempt was interrupted, so the email may have been sent${before}`;
}

/** Marks an email as failed and notifies admins. Deletes an account-deleted email. */
async function failEmail(deps: Deps, mail: EmailRow, reason: string, newAttempts: 0 | 1 = 1): Promise<void> {
  if (mail.kind === accountDeletedKind) return deleteEmail(deps.db, mail.id);
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    await markEmailFailed(trx, mail.id, reason, redactedBodies(mail), newAttempts, now);
    await notifyAdmins(trx, {
      kind: 'admin_failed_email',
      title: 'An email could not be sent',
      body: 'See the reason under System, where most emails can be sent again. Other failures of the day are listed there, too.',
      path: '/admin?tab=system',
      // If the email server is down, many emails fail: one notification a day is enough.
      dedupeKey: `failed-email:${now.toISOString().slice(0, 10)}`,
      appearsAt: now,
    });
  });
}

function redactedBodies(mail: EmailRow) {
  return withoutSecretLinks({ text: mail.body_text, html: mail.body_html });
}

/** RFC 8058 headers for the email client's unsubscribe button. */
function headersOf(deps: Deps, mail: { kind: string; user_id: string | null }): Record<string, string> {
  if (mail.user_id === null || !isOptionalEmailKind(mail.kind)) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl(deps, mail.user_id, mail.kind)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The newest emails, for the outbox page in development. */
export function listOutbox(db: Db) {
  return findNewestEmails(db, 100);
}
