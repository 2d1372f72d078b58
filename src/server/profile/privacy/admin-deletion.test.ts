import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpClient } from '../../../testing/http-client.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

let app: TestApp;
let owner: TestUser;

beforeEach(async () => {
  app = await createTestApp();
  owner = await app.createUser({ role: 'admin', password: testPassword });
});
afterEach(() => app.close());

const setting = (key: 'requireAdminTwoFactor' | 'passwordPolicy', value: boolean | string) =>
  app.caller(owner).admin.settings.update([{ key, value }]);

async function deleteOwn(user: TestUser) {
  const client = httpClient(app.app);
  await client.request('POST', '/api/login', { email: user.email, password: testPassword });
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

test('an admin without a required second factor can delete their account', async () => {
  const other = await app.createUser({ role: 'admin', password: testPassword });
  await setting('requireAdminTwoFactor', true);
  expect((await deleteOwn(other)).statusCode).toBe(200);
  expect(await isDeletionScheduled(other)).toBe(true);
});

test('the last admin cannot delete their account, even without a required second factor', async () => {
  await setting('requireAdminTwoFactor', true);
  const answer = await deleteOwn(owner);
  expect(answer.statusCode).toBe(409);
  expect(answer.json().error.message).toContain('You are the only admin');
  expect(await isDeletionScheduled(owner)).toBe(false);
});

test('of two admins without a required second factor who request deletion at the same time, one remains', async () => {
  const other = await app.createUser({ role: 'admin', password: testPassword });
  await setting('requireAdminTwoFactor', true);
  const answers = await Promise.all([deleteOwn(owner), deleteOwn(other)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});
