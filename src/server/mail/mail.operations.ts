import nodemailer from 'nodemailer';
import type { Db, Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { findMail, findNewestMails, insertMail, markMailFailed, markMailSent } from './mail.queries.ts';

export type Mail = {
  /** What the mail is about, e.g. `receipt`, `kyc_approved`. */
  kind: string;
  userId: string;
  to: string;
  subject: string;
  text: string;
  /** One mail a key, however often it is asked for. */
  dedupeKey: string;
};

/** Puts a mail in the outbox, in the transaction of what it tells: it goes out only if that happened. */
export async function queueMail(deps: Pick<Deps, 'jobs'>, trx: Trx, mail: Mail): Promise<void> {
  const mailId = await insertMail(trx, mail);
  if (mailId) await deps.jobs.enqueue(trx, 'send-mail', { mailId });
}

export type SendMail = (mail: {
  to: string;
  subject: string;
  text: string;
  messageId: string;
}) => Promise<void>;

/** SMTP when configured; undefined keeps mails in the outbox, where `/dev/outbox` shows them. */
export function createSmtp(smtpUrl: string | undefined, from: string): SendMail | undefined {
  if (smtpUrl === undefined) return undefined;
  const bounds = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = nodemailer.createTransport({ url: smtpUrl, ...bounds }, { from });
  return async (mail) => {
    await transport.sendMail(mail);
  };
}

/** The `send-mail` job. Throws when SMTP refuses, so that the queue tries again later. */
export async function sendQueuedMail(deps: Deps, send: SendMail | undefined, mailId: string): Promise<void> {
  const mail = await findMail(deps.db, mailId);
  if (mail?.status !== 'queued' || !send) return;
  try {
    await send({
      to: mail.to_address,
      subject: mail.subject,
      text: mail.body_text,
      messageId: `<${mail.id}@${new URL(deps.appUrl()).hostname}>`,
    });
  } catch (error) {
    await markMailFailed(deps.db, mailId, error instanceof Error ? error.message : 'unknown');
    throw error;
  }
  await markMailSent(deps.db, mailId, deps.now());
}

/** For the outbox page of development. */
export function listOutbox(db: Db) {
  return findNewestMails(db, 100);
}
