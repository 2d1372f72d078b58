import { beforeAll, describe, expect, it } from 'vitest';
import { emailTextKey, emailTexts } from '../../../shared/site-texts/email-texts.ts';
import { auditEntries } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { EmailRejected } from '../../platform/smtp.ts';
import { sendQueuedEmail } from './email.operations.ts';

const app = setUpTestApp({ rateLimitFactor: 1 });
let admin: TestUser;
beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', firstName: 'Olive' });
});

const email = (user: TestUser = admin) => app.caller(user).admin.email;

it('a test email is sent to the admin who requested it, is audited, and only that admin can read its result', async () => {
  const test = await email().sendTest();
  expect(test).toMatchObject({ to: admin.email, state: 'waiting', connected: false, error: null });
  await sendQueuedEmail(app.deps, async () => undefined, test.id);
  expect(await email().testResult({ id: test.id })).toMatchObject({ state: 'sent' });
  const other = await app.createUser({ role: 'admin' });
  await expect(email(other).testResult({ id: test.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await auditEntries(app, { action: 'mail.test_sent' })).toMatchObject([
    { actor_id: admin.userId, subject_id: test.id },
  ]);
});

it('an admin sees why the email server rejected a test email', async () => {
  const test = await email().sendTest();
  const reject = () => Promise.reject(new EmailRejected('550 no such mailbox'));
  await sendQueuedEmail(app.deps, reject, test.id);
  expect(await email().testResult({ id: test.id })).toMatchObject({
    state: 'failed',
    error: '550 no such mailbox',
  });
});

it('an admin can send five test emails an hour', async () => {
  // The tests above have sent two.
  for (let sent = 2; sent < 5; sent += 1) await email().sendTest();
  await expect(email().sendTest()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

describe('a test email with an edited email text', () => {
  const texts = {
    subject: 'Back to you: {reason}',
    body: 'A coach could not answer, because {reason}.',
    closing: 'Until soon',
  };
  const input = { email: 'question_returned', texts } as const;

  it('contains the edited text, with example values for the placeholders, goes only to the admin, changes no stored text, and is audited', async () => {
    const test = await email().sendTextTest(input);
    expect(test).toMatchObject({
      to: admin.email,
      subject: 'Test: Back to you: the hand is incomplete',
      state: 'waiting',
      connected: false,
    });
    const row = await app.deps.db
      .selectFrom('mail_messages')
      .selectAll()
      .where('id', '=', test.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ user_id: admin.userId, to_address: admin.email });
    expect(row.body_text).toBe(
      [
        'Hello Olive,',
        'A coach could not answer, because the hand is incomplete.',
        'The button of this email: http://localhost:3000',
        'Until soon',
        'Poker Academy',
      ].join('\n\n'),
    );
    expect(await app.deps.db.selectFrom('site_texts').select('key').execute()).toEqual([]);
    expect(await auditEntries(app, { subject_id: test.id })).toEqual([
      expect.objectContaining({
        actor_id: admin.userId,
        action: 'mail.test_sent',
        details: { email: emailTexts.question_returned.name },
      }),
    ]);
  });

  it('is not sent if the edited text is invalid', async () => {
    const send = (change: object) => email().sendTextTest({ ...input, texts: { ...texts, ...change } });
    const key = emailTextKey('question_returned', 'subject');
    await expect(send({ subject: '{password}' })).rejects.toMatchObject({
      cause: {
        code: 'invalid_input',
        fields: { [key]: expect.stringContaining('{password} is not a placeholder') },
      },
    });
    await expect(send({ body: '<b>Hello</b>' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const unknown = { ...input, email: 'toString' } as unknown as typeof input;
    await expect(email().sendTextTest(unknown)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('can be sent by an admin twenty times an hour', async () => {
    const other = await app.createUser({ role: 'admin' });
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, () => email(other).sendTextTest(input)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'TOO_MANY_REQUESTS' },
    });
  });
});
