import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIn } from '../../../testing/http-client.ts';
import { emailsTo } from '../../../testing/rows.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

let app: TestApp;
let admin: TestUser;

beforeEach(async () => {
  app = await createTestApp();
  admin = await app.createUser({ role: 'admin', password: testPassword });
});
afterEach(() => app.close());

const requireTwoFactor = () =>
  app.caller(admin).admin.settings.update([{ key: 'requireAdminTwoFactor', value: true }]);

async function requestDeletion(user: TestUser) {
  const client = await signIn(app.app, user);
  return client.request('POST', '/trpc/privacy.requestDeletion', {
    password: testPassword,
    confirmation: 'DELETE',
  });
}

const isDeletionScheduled = async ({ userId }: TestUser) =>
  (
    await app.deps.db
      .selectFrom('users')
      .select('deletion_due_at')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).deletion_due_at !== null;

test('an admin who has not set up the required second factor can delete their account', async () => {
  const other = await app.createUser({ role: 'admin', password: testPassword });
  await requireTwoFactor();
  expect((await requestDeletion(other)).statusCode).toBe(200);
  expect(await isDeletionScheduled(other)).toBe(true);
});

test('the last admin cannot delete their account, even without having set up the required second factor', async () => {
  await requireTwoFactor();
  const response = await requestDeletion(admin);
  expect(response.statusCode).toBe(409);
  expect(response.json().error.message).toContain('You are the only admin');
  expect(await isDeletionScheduled(admin)).toBe(false);
});

test('of two admins who have not set up the required second factor and request deletion at the same time, one remains', async () => {
  const other = await app.createUser({ role: 'admin', password: testPassword });
  await requireTwoFactor();
  const responses = await Promise.all([requestDeletion(admin), requestDeletion(other)]);
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

test('the log names the accounts whose deletion was requested or canceled, so that an admin can repeat these steps after a backup is restored', async () => {
  const [user, other] = [await app.createUser({ password: testPassword }), await app.createUser()];
  const { users } = app.caller({ ...admin, confirmedAt: app.deps.now().toISOString() }).admin;
  expect((await requestDeletion(user)).statusCode).toBe(200);
  await expect(users.delete({ id: user.userId, reason: 'Asked for it again' })).rejects.toThrow();
  await users.delete({ id: other.userId, reason: 'Asked for it by phone' });
  await users.withdrawDeletion({ id: other.userId, reason: 'It was a joke' });
  const [email] = await emailsTo(app, user, 'deletion_requested');
  const token = /token=([\w-]{43})/.exec(email?.body_text ?? '')?.[1] ?? '';
  await app.caller(null).privacy.undoDeletion({ token });
  const lines = app.logs.map((line) => JSON.parse(line)).filter(({ event }) => /^deletion_/.test(event));
  expect(lines.map(({ event, userId }) => ({ event, userId }))).toEqual([
    { event: 'deletion_requested', userId: user.userId },
    { event: 'deletion_requested', userId: other.userId },
    { event: 'deletion_undone', userId: other.userId },
    { event: 'deletion_undone', userId: user.userId },
  ]);
});
