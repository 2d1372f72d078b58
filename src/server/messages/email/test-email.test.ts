import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { EmailRejected } from '../../platform/smtp.ts';
import { sendQueuedEmail } from './email.operations.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp({ rateLimitFactor: 1 });
  admin = await app.createUser({ role: 'admin', firstName: 'Olive' });
});
afterAll(() => app.close());

const email = (user: TestUser = admin) => app.caller(user).admin.email;

it('a test email is sent to the admin who requested it, is audited, and only that admin can read its result', async () => {
  const test = await email().sendTest();
  expect(test).toMatchObject({ to: admin.email, state: 'waiting', connected: false, error: null });
  await sendQueuedEmail(app.deps, async () => undefined, test.id);
  expect(await email().testResult({ id: test.id })).toMatchObject({ state: 'sent' });
  const other = await app.createUser({ role: 'admin' });
  await expect(email(other).testResult({ id: test.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const entry = await app.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id'])
    .where('action', '=', 'mail.test_sent')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ actor_id: admin.userId, subject_id: test.id });
});

it('shows why the email server rejected a test email', async () => {
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
