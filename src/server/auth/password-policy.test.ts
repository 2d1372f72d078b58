import { afterEach, beforeAll, expect, test } from 'vitest';
import { type HttpClient, httpClient } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { readConfig } from '../config/config.ts';
import { ensureAdmin, ensureFirstAdmin } from './configured-admin.operations.ts';

const weak = 'short one';
const strong = 'river bluffs at noon';
const app = setUpTestApp();
let admin: TestUser & AdminActor;

beforeAll(async () => {
  admin = { ...(await app.createUser({ role: 'admin', password: strong })), role: 'admin' };
});
afterEach(() => setPolicy('standard'));

const setPolicy = (value: 'standard' | 'strict') =>
  app.caller(admin).admin.settings.update([{ key: 'passwordPolicy', value }]);

async function signIn(email: string, password: string): Promise<HttpClient> {
  const client = httpClient(app.app);
  expect((await client.request('POST', '/api/login', { email, password })).statusCode).toBe(200);
  return client;
}

const overview = (client: HttpClient) => client.request('GET', '/api/admin/analytics');

test('an admin whose password the strict policy rejects has no admin rights until the password is changed', async () => {
  const weakAdmin = await app.createUser({ role: 'admin', password: weak });
  const before = await signIn(weakAdmin.email, weak);
  expect((await overview(before)).statusCode).toBe(200);
  await setPolicy('strict');
  const client = await signIn(weakAdmin.email, weak);
  const rejected = await overview(client);
  expect(rejected.statusCode).toBe(403);
  expect(rejected.json()).toMatchObject({
    code: 'password_change_required',
    message: expect.stringContaining('Change it in your profile'),
  });
  const status = await client.request('GET', '/trpc/security.twoFactorStatus');
  expect(status.json().result.data).toMatchObject({ passwordRejected: true, required: false });
  // Earlier sessions lose admin rights too, because the rejection is stored with the user.
  expect((await overview(before)).statusCode).toBe(403);
  const change = (newPassword: string) =>
    client.request('POST', '/trpc/security.changePassword', { currentPassword: weak, newPassword });
  expect((await change('also short')).json().error.data.fields.newPassword).toContain('12 characters');
  expect((await change(strong)).statusCode).toBe(200);
  expect((await overview(client)).statusCode).toBe(200);
  expect((await overview(await signIn(weakAdmin.email, strong))).statusCode).toBe(200);
});

test('a coach whose password the strict policy rejects has no coach rights until the password is changed', async () => {
  const coach = await app.createUser({ password: weak });
  await app.caller(admin).admin.coaching.grantCoach({ userId: coach.userId, displayName: 'Coach' });
  await setPolicy('strict');
  const client = await signIn(coach.email, weak);
  const queue = () => client.request('GET', `/trpc/questions.queue?input=${encodeURIComponent('{}')}`);
  expect((await queue()).body).toContain('password_change_required');
  const change = (newPassword: string) =>
    client.request('POST', '/trpc/security.changePassword', { currentPassword: weak, newPassword });
  expect((await change('another one')).body).toContain('Passwords of admins and coaches must be at least 12');
  expect((await change(strong)).statusCode).toBe(200);
  expect((await queue()).statusCode).toBe(200);
});

test('admins regain their rights when the policy is relaxed, and students are not affected', async () => {
  const weakAdmin = await app.createUser({ role: 'admin', password: weak });
  const student = await app.createUser({ password: weak });
  await setPolicy('strict');
  const client = await signIn(weakAdmin.email, weak);
  expect((await overview(client)).statusCode).toBe(403);
  expect((await overview(await signIn(student.email, weak))).json().code).toBe('forbidden');
  await setPolicy('standard');
  expect((await overview(client)).statusCode).toBe(200);
});

test('the password of a user who becomes an admin is checked at the next login', async () => {
  const student = await app.createUser({ password: weak });
  await setPolicy('strict');
  await app.caller(admin).admin.users.setRole({ id: student.userId, role: 'admin', reason: 'Helps us' });
  expect((await overview(await signIn(student.email, weak))).json().code).toBe('password_change_required');
});

test('the policy applies to ADMIN_PASSWORD for a new admin; an existing account keeps its password', async () => {
  const fresh = { email: 'second-admin@example.test', password: weak };
  await setPolicy('strict');
  await expect(ensureAdmin(app.deps, fresh)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'ADMIN_PASSWORD: Passwords of admins and coaches must be at least 12 characters',
  });
  const student = await app.createUser({ password: strong });
  expect(await ensureAdmin(app.deps, { email: student.email, password: weak })).toBe('promoted');
  expect((await overview(await signIn(student.email, strong))).statusCode).toBe(200);
  expect(await ensureAdmin(app.deps, { email: admin.email, password: weak })).toBe('present');
  expect(await ensureAdmin(app.deps, { ...fresh, password: strong })).toBe('created');
});

test.each(['suspended_at', 'deletion_due_at'] as const)(
  'an account with %s cannot log in, and does not become an admin',
  async (column) => {
    const { userId, email } = await app.createUser({ password: strong });
    const find = () =>
      app.deps.db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
    await app.deps.db
      .updateTable('users')
      .set({ [column]: new Date() })
      .where('id', '=', userId)
      .execute();
    expect(await ensureAdmin(app.deps, { email, password: strong })).toBe('cannot log in');
    expect(await find()).toEqual({ role: 'user' });
  },
);

test('the error for a short ADMIN_PASSWORD names the minimum of the policy: 12 characters if strict, otherwise 6', async () => {
  const tooShort = { email: 'short-admin@example.test', password: 'abc' };
  expect(readConfig({ ADMIN_EMAIL: tooShort.email, ADMIN_PASSWORD: tooShort.password }).admin).toEqual(
    tooShort,
  );
  await setPolicy('strict');
  await expect(ensureAdmin(app.deps, tooShort)).rejects.toMatchObject({
    message: 'ADMIN_PASSWORD: Passwords of admins and coaches must be at least 12 characters',
  });
  await setPolicy('standard');
  await expect(ensureAdmin(app.deps, tooShort)).rejects.toMatchObject({
    message: 'ADMIN_PASSWORD: Password must be at least 6 characters',
  });
});

test('in production, the first admin needs a strong ADMIN_PASSWORD under every policy', async () => {
  const fresh = { email: 'production-admin@example.test', password: weak };
  const production = { ...app.deps, config: { ...app.deps.config, production: true } };
  await setPolicy('standard');
  await app.deps.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('role', '=', 'admin')
    .execute();
  await expect(ensureAdmin(production, fresh)).rejects.toMatchObject({
    message: 'ADMIN_PASSWORD: Passwords of admins and coaches must be at least 12 characters',
  });
  await app.deps.db.updateTable('users').set({ suspended_at: null }).where('role', '=', 'admin').execute();
  expect(await ensureAdmin(production, fresh)).toBe('created');
});

test('when several servers start with the same ADMIN_EMAIL, exactly one creates the account', async () => {
  const configured = { email: 'third-admin@example.test', password: strong };
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => ensureAdmin(app.deps, configured)));
  expect(outcomes.toSorted()).toEqual(['created', 'present', 'present', 'present', 'present']);
});

test('while an admin can log in, a start makes nobody an admin: neither a former admin nor an account with the configured address', async () => {
  const configured = { email: 'first-admin@example.test', password: strong };
  const former = await app.createUser({ email: configured.email });
  expect(await ensureFirstAdmin(app.deps, configured)).toBe('not needed');
  expect(await ensureFirstAdmin(app.deps, { ...configured, email: 'unused@example.test' })).toBe(
    'not needed',
  );
  const changeAdmins = (suspendedAt: Date | null) =>
    app.deps.db.updateTable('users').set({ suspended_at: suspendedAt }).where('role', '=', 'admin').execute();
  await changeAdmins(app.deps.now());
  expect(await ensureFirstAdmin(app.deps, configured)).toBe('promoted');
  await changeAdmins(null);
  expect((await app.caller(former).auth.currentUser()).role).toBe('admin');
});
