import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { optionalEmails } from '../../../shared/messages/email-kinds.ts';
import { httpClient } from '../../../testing/http-client.ts';
import { changeUser } from '../../../testing/rows.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { createHandlers } from '../../job-handlers.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { emailAttempts } from '../../platform/jobs/jobs.ts';
import { createSmtp, emailFailureFacts } from '../../platform/smtp.ts';
import { type Email, queueEmail, queueEmails, sendQueuedEmail } from './email.operations.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

type ReceivedEmail = { to: string[]; message: string };
const received: ReceivedEmail[] = [];
/** SMTP codes for the next recipients, in order. If the list is empty, the server accepts every recipient. */
const rejectionCodes: number[] = [];

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onMailFrom({ address }, _session, done) {
    const isRejected = address === 'unknown@academy.example';
    done(isRejected ? Object.assign(new Error('not yours'), { responseCode: 553 }) : undefined);
  },
  onRcptTo(_address, _session, done) {
    const code = rejectionCodes.shift();
    done(code === undefined ? undefined : Object.assign(new Error('not now'), { responseCode: code }));
  },
  onData(stream, session, done) {
    buffer(stream).then((bytes) => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message: bytes.toString() });
      done();
    }, done);
  },
});

let app: TestApp;
let student: TestUser;
let smtpUrl: string;

beforeAll(async () => {
  const listening = Promise.withResolvers<void>();
  const server = smtp.listen(0, '127.0.0.1', () => listening.resolve());
  await listening.promise;
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the email server has no port');
  smtpUrl = `smtp://127.0.0.1:${address.port}`;
  app = await createTestApp({ env: { SMTP_URL: smtpUrl, NODE_ENV: 'development' } });
  student = await app.createUser({ password: testPassword, firstName: 'Maren' });
});
afterAll(async () => {
  await app.close();
  const closed = Promise.withResolvers<void>();
  smtp.close(() => closed.resolve());
  await closed.promise;
});
beforeEach(() => {
  received.length = 0;
  rejectionCodes.length = 0;
});

let sequence = 0;
async function queue(mail: Partial<Email> = {}): Promise<string | undefined> {
  sequence += 1;
  const dedupeKey = `test:${sequence}`;
  await inTransaction(app.deps.db, (trx) =>
    queueEmail(app.deps, trx, {
      kind: 'receipt',
      userId: student.userId,
      to: student.email,
      subject: 'Your receipt',
      text: 'Hello Maren,\n\nit is at https://academy.example/a?b=1&c=2.',
      dedupeKey,
      ...mail,
    }),
  );
  const row = await app.deps.db
    .selectFrom('mail_messages')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst();
  return row?.id;
}

const rowOf = (id: string) =>
  app.deps.db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const send = (id: string) => sendQueuedEmail(app.deps, createSmtp(smtpUrl, app.deps.config.mail.from), id);

async function queued(mail: Partial<Email> = {}): Promise<string> {
  const id = await queue(mail);
  if (id === undefined) throw new Error('the email was not queued');
  return id;
}

describe('sendQueuedEmail', () => {
  test('sends an email once, as text and HTML, with a stable message id', async () => {
    const id = await queued();
    await send(id);
    await send(id);
    expect(received).toHaveLength(1);
    const message = received[0]?.message ?? '';
    expect(received[0]?.to).toEqual([student.email]);
    expect(message).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(message).toMatch(/^Content-Type: text\/plain/m);
    expect(message).toMatch(/^Content-Type: text\/html/m);
    expect(message).toContain(`Message-ID: <${id}@localhost>`);
    expect(message).toContain('From: Poker Academy <academy@localhost>');
    expect(message).not.toContain('List-Unsubscribe');
    expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 1, last_error: null });
  });

  test('sends an email again after a temporary failure, with the same message id', async () => {
    const id = await queued();
    rejectionCodes.push(451);
    await expect(send(id)).rejects.toThrow();
    expect(await rowOf(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('451'),
    });
    await send(id);
    expect(received[0]?.message).toContain(`Message-ID: <${id}@localhost>`);
    expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2, last_error: null });
  });

  test('marks the email as failed after the last attempt', async () => {
    const id = await queued({ subject: 'Never <arrives>' });
    for (let attempt = 1; attempt < emailAttempts; attempt += 1) {
      rejectionCodes.push(451);
      await expect(send(id)).rejects.toThrow();
    }
    rejectionCodes.push(451);
    await send(id);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: emailAttempts });
    await send(id);
    expect(received).toHaveLength(0);
    expect(app.logs.join('\n')).toContain('an email could not be sent');
    expect(app.logs.join('\n')).not.toContain(student.email);
    const page = await httpClient(app.app).request('GET', '/dev/outbox');
    expect(page.body).toContain('Never &#60;arrives&#62;');
    expect(page.body).toContain('failed for good');
    expect(page.body).toContain(`Attempt ${emailAttempts} failed`);
  });

  test('marks the email as failed when the server rejects it permanently', async () => {
    const id = await queued();
    rejectionCodes.push(550);
    await send(id);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 1 });
    const line = app.logs.find((text) => text.includes(id));
    expect(JSON.parse(line ?? '')).toMatchObject({ msg: 'an email could not be sent', responseCode: 550 });
  });

  test('keeps emails queued while the email server rejects the configured sender', async () => {
    const id = await queued();
    const rejected = createSmtp(smtpUrl, 'unknown@academy.example');
    await expect(sendQueuedEmail(app.deps, rejected, id)).rejects.toThrow('not yours');
    expect(await rowOf(id)).toMatchObject({ status: 'queued', attempts: 1 });
    await send(id);
    expect(await rowOf(id)).toMatchObject({ status: 'sent' });
  });

  test('keeps emails queued while the email server is unreachable', async () => {
    const id = await queued();
    const unreachable = createSmtp('smtp://127.0.0.1:9', 'a@example.test');
    await expect(sendQueuedEmail(app.deps, unreachable, id)).rejects.toThrow();
    expect(await rowOf(id)).toMatchObject({ status: 'queued', attempts: 1 });
  });
});

test('a thrown value that is not an Error is logged as an unknown error', () => {
  expect(emailFailureFacts('down')).toEqual({ error: 'unknown' });
});

describe('optional emails', () => {
  const optional = { kind: 'kyc_received', subject: 'We received your documents' };
  const tokenFor = (user: TestUser) =>
    unsubscribeToken(app.deps.sealing, { userId: user.userId, kind: 'kyc_received' });
  const visitor = () => httpClient(app.app);

  test('optional emails contain an unsubscribe link and the one-click header', async () => {
    await send(await queued(optional));
    const message = (received[0]?.message ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
    const url = `http://localhost:3000/api/mail/unsubscribe?token=${tokenFor(student)}`;
    expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(message.replaceAll(' ', '')).toContain(`List-Unsubscribe:<${url}>`);
    const row = await app.deps.db
      .selectFrom('mail_messages')
      .selectAll()
      .where('kind', '=', 'kyc_received')
      .executeTakeFirstOrThrow();
    expect(row.body_text).toContain(`Unsubscribe: ${url}`);
    expect(row.body_html).toContain(`href="${url}"`);
  });

  /** The preferences that differ from the default. */
  const changedPreferences = async (user: TestUser) =>
    (await app.caller(user).email.preferences()).filter(
      ({ kind, enabled }) => enabled !== optionalEmails[kind].defaultOn,
    );

  test('one click on the link in an email unsubscribes only its recipient, and only from emails of the same kind', async () => {
    const other = await app.createUser();
    const url = `/api/mail/unsubscribe?token=${tokenFor(student)}`;
    const formPage = await visitor().request('GET', url);
    expect(formPage.statusCode).toBe(200);
    expect(formPage.body).toContain('<form method="post">');
    // A `color-scheme` on <body> would leave the background of the page white in dark mode.
    expect(formPage.body).toContain(':root{color-scheme:light dark}');
    // With `no-referrer`, browsers send the form with the origin "null", which the server rejects.
    expect(formPage.headers['referrer-policy']).toBe('same-origin');
    expect(await queue(optional)).toBeDefined();

    const click = await app.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(click.statusCode).toBe(200);
    expect(await queue(optional)).toBeUndefined();
    expect(await queue({ kind: 'receipt' })).toBeDefined();
    expect(await queue({ ...optional, userId: other.userId })).toBeDefined();

    expect(await changedPreferences(student)).toEqual([expect.objectContaining({ kind: 'kyc_received' })]);
    expect(await changedPreferences(other)).toEqual([]);
    await app.caller(student).email.setPreference({ kind: 'kyc_received', enabled: true });
    expect(await queue(optional)).toBeDefined();
  });

  test('one click unsubscribes, whatever the content type of the request', async () => {
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const user = await app.createUser();
      const click = await app.app.inject({
        method: 'POST',
        url: `/api/mail/unsubscribe?token=${tokenFor(user)}`,
        headers: { 'content-type': type },
        payload: 'List-Unsubscribe=One-Click',
      });
      expect(click.statusCode, type).toBe(200);
      expect(await changedPreferences(user), type).toHaveLength(1);
    }
  });

  test('a queued email is not sent after its recipient has switched off emails of its kind', async () => {
    const user = await app.createUser();
    const waiting = await queued({ ...optional, userId: user.userId, to: user.email });
    const receipt = await queued({ userId: user.userId, to: user.email });
    rejectionCodes.push(451);
    await expect(send(waiting)).rejects.toThrow();
    await visitor().request('POST', `/api/mail/unsubscribe?token=${tokenFor(user)}`);
    await send(waiting);
    await send(receipt);
    expect(received.map(({ message }) => /^Subject: (.*)$/m.exec(message)?.[1])).toEqual(['Your receipt']);
    await expect(rowOf(waiting)).rejects.toThrow();
  });

  test('queued emails for admins are not sent to a recipient who is no longer an admin or is suspended', async () => {
    const kinds = ['contact_message', 'dispute', 'dispute_decided', 'fraud_warning', 'refund_failed'];
    const admins = [
      await app.createUser({ role: 'admin' }),
      await app.createUser({ role: 'admin' }),
      await app.createUser({ role: 'admin' }),
    ] as const;
    const [, demoted, suspended] = admins;
    const emails: string[] = [];
    for (const { userId, email } of admins) {
      for (const kind of [...kinds, 'subscriber_unknown', 'test']) {
        emails.push(await queued({ kind, userId, to: email }));
      }
    }
    await changeUser(app, demoted, { role: 'user' });
    await changeUser(app, suspended, { suspended_at: app.deps.now() });
    for (const id of emails) await send(id);
    expect(received.map(({ to }) => to)).toEqual(Array.from({ length: 7 }, () => [admins[0].email]));
  });

  test('a forged token changes nothing, and mandatory emails cannot be switched off', async () => {
    const other = await app.createUser();
    const signature = tokenFor(student).split('.')[2] ?? '';
    const forged = [
      '',
      'kyc_received',
      `kyc_received.${other.userId}.${signature}`,
      `receipt.${student.userId}.${signature}`,
      `${tokenFor(student)}.x`,
      tokenFor(student).slice(0, -1),
    ];
    for (const token of forged) {
      const url = `/api/mail/unsubscribe?token=${encodeURIComponent(token)}`;
      expect((await visitor().request('GET', url)).statusCode).toBe(404);
      expect((await visitor().request('POST', url)).statusCode).toBe(404);
      const page = await app.app.inject({ url, headers: { accept: 'text/html' } });
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain('This link is incomplete.');
    }
    expect(await changedPreferences(other)).toEqual([]);
    const client = visitor();
    await client.request('POST', '/api/login', { email: student.email, password: testPassword });
    const response = await client.request('POST', '/trpc/email.setPreference', {
      kind: 'receipt',
      enabled: false,
    });
    expect(response.statusCode).toBe(400);
  });

  test('the unsubscribe link of a deleted account still works, and stores nothing', async () => {
    const { userId } = await app.createUser();
    await changeUser(app, { userId }, { deleted_at: app.deps.now() });
    const unknownUserId = '00000000-0000-4000-8000-000000000000';
    for (const id of [userId, unknownUserId]) {
      const token = unsubscribeToken(app.deps.sealing, { userId: id, kind: 'kyc_received' });
      expect((await visitor().request('POST', `/api/mail/unsubscribe?token=${token}`)).statusCode).toBe(200);
    }
    const stored = app.deps.db.selectFrom('mail_preferences').selectAll().where('user_id', '=', userId);
    expect(await stored.execute()).toEqual([]);
  });
});

test('an email that the user switched off, a repeated email and an email to an erased user are not queued; every other email is queued with one job', async () => {
  const unsubscribed = await app.createUser();
  const erased = await app.createUser();
  await app.caller(unsubscribed).email.setPreference({ kind: 'kyc_received', enabled: false });
  await changeUser(app, erased, { deleted_at: app.deps.now() });
  const mail = (to: string, userId: string | null, changes: Partial<Email> = {}) => ({
    kind: 'kyc_received',
    userId,
    to,
    subject: 'Several',
    text: 'Hello',
    dedupeKey: `several:${to}`,
    ...changes,
  });
  await inTransaction(app.deps.db, (trx) =>
    queueEmails(app.deps, trx, [
      mail('wanted', student.userId),
      mail('unwanted', unsubscribed.userId),
      mail('mandatory', unsubscribed.userId, { kind: 'receipt' }),
      mail('erased', erased.userId),
      mail('repeated', student.userId, { dedupeKey: 'several:wanted' }),
      mail('without account', null),
    ]),
  );
  const { rows } = await app.deps.pool.query(
    `select to_address as to, body_text like '%Unsubscribe%' as links,
       (select count(*)::int from pgboss.job where data ->> 'mailId' = mail_messages.id::text) as jobs
     from mail_messages where subject = 'Several' order by to_address`,
  );
  expect(rows).toEqual([
    { to: 'mandatory', links: false, jobs: 1 },
    { to: 'wanted', links: true, jobs: 1 },
    { to: 'without account', links: false, jobs: 1 },
  ]);
});

test('an email is not sent if the transaction that queued it is rolled back', async () => {
  await expect(
    inTransaction(app.deps.db, async (trx) => {
      await queueEmail(app.deps, trx, {
        kind: 'receipt',
        userId: student.userId,
        to: student.email,
        subject: 'Rolled back',
        text: 'never',
        dedupeKey: 'rolled-back',
      });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await queued({ subject: 'Goes out' });
  await app.deps.jobs.work(createHandlers(app.deps));
  const isReceived = (text: string) => received.some(({ message }) => message.includes(text));
  await expect.poll(() => isReceived('Subject: Goes out')).toBe(true);
  expect(isReceived('Rolled back')).toBe(false);
});
