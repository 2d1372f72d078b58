import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIn } from '../../../testing/http-client.ts';
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
