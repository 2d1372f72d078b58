import type { Transporter } from 'nodemailer';

export type OutgoingEmail = {
  to: string;
  subject: string;
  text: string;
  html: string | undefined;
  /** The same for every attempt, so that an email that was sent twice appears once. */
  messageId: string;
  headers: Record<string, string>;
  /** Where answers go, if not to the sender. */
  replyTo?: string;
};

export type SendEmail = (mail: OutgoingEmail) => Promise<void>;

/** The email server will never accept this email, so retrying is useless. */
export class EmailRejected extends Error {
  override readonly name = 'EmailRejected';
}

/** SMTP when configured; undefined leaves emails in the outbox, which `/dev/outbox` shows. */
export function createSmtp(smtpUrl: string | undefined, from: string): SendEmail | undefined {
  if (smtpUrl === undefined) return undefined;
  const bounds = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  let transport: Promise<Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url: smtpUrl, ...bounds }, { from });
  };
  return async (mail) => {
    // Loaded with the first email: an academy with only an outbox never needs it.
    transport ??= open();
    try {
      await (await transport).sendMail(mail);
    } catch (error) {
      if (isPermanent(error)) throw new EmailRejected(error.message, { cause: error });
      throw error;
    }
  };
}

/** A 5xx about the recipient or the message; one about our own account or greeting is mended on the server. */
function isPermanent(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const isAboutEmail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isAboutEmail && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
