import type { Transporter } from 'nodemailer';

export type OutgoingEmail = {
  /** Shown beside the sender's address, unless the configured sender has a name of its own. */
  senderName: string;
  to: string;
  subject: string;
  text: string;
  html: string | undefined;
  /** The same for every attempt, so that email clients can recognize an email that was sent twice. */
  messageId: string;
  headers: Record<string, string>;
  /** The Reply-To address; without it, replies go to the sender. */
  replyTo?: string;
};

export type SendEmail = (email: OutgoingEmail) => Promise<void>;

/** The email server will never accept this email, so retrying is useless. */
export class EmailRejected extends Error {
  override readonly name = 'EmailRejected';
}

/** Sends emails by SMTP. Undefined if SMTP is not configured; emails then stay in the outbox (`/dev/outbox`). */
export function createSmtp(smtpUrl: string | undefined, from: string): SendEmail | undefined {
  if (smtpUrl === undefined) return undefined;
  // Some servers scan an email for a minute before they accept it. If the academy gave up earlier, the email would be
  // delivered and then sent again. `socketTimeout` limits the silence in each step, such as the recipient or the text,
  // not the attempt. Three steps that all take almost this long end before the job expires (`expireInSeconds`).
  const bounds = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 90_000 };
  let transport: Promise<Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url: smtpUrl, ...bounds });
  };
  return async ({ senderName, ...email }) => {
    // The library is loaded with the first email, because an academy without SMTP does not need it.
    transport ??= open();
    try {
      const sender = from.includes('<') ? from : { name: senderName, address: from };
      await (await transport).sendMail({ ...email, from: sender });
    } catch (error) {
      if (isPermanent(error)) throw new EmailRejected(error.message, { cause: error });
      throw error;
    }
  };
}

/**
 * Whether the error is a 5xx about the recipient or the message. A 5xx about our login, greeting or sender address can
 * be fixed in the configuration, so the email is retried.
 */
function isPermanent(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const isAboutSender = 'command' in error && error.command === 'MAIL FROM';
  const isAboutEmail = error.code === 'EMESSAGE' || (error.code === 'EENVELOPE' && !isAboutSender);
  return isAboutEmail && typeof error.responseCode === 'number' && error.responseCode >= 500;
}

/**
 * What the log says about a failed attempt, such as
 * `{ error: 'Error', code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }`. Omits the message, which may
 * contain the recipient.
 */
export function emailFailureFacts(error: unknown): Record<string, string | number> {
  const failure = error instanceof EmailRejected ? error.cause : error;
  if (!(failure instanceof Error)) return { error: 'unknown' };
  const facts = (['code', 'originalCode', 'command', 'responseCode'] as const)
    .map((key) => [key, Reflect.get(failure, key)] as const)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return { error: failure.name, ...Object.fromEntries(facts) };
}
