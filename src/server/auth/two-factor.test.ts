import { TOTP } from 'otpauth';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { recoveryCodeCount } from '../../shared/auth/sign-in-security.ts';
import { type HttpClient, httpClient, signedIn } from '../../testing/http-client.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { auditEntries, emailsTo } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { sealedColumns } from '../cli/sealed-columns.ts';
import { submitForm } from '../kyc/testing/applicants.ts';
import { saveSettings } from '../settings/settings.operations.ts';
import { deleteChallenges } from './challenges.queries.ts';
import { endAllSessionsOf } from './signed-in-devices.operations.ts';
import { deleteSessionsExcept } from './signed-in-devices.queries.ts';
import { emailKinds, login, settleClock, withTwoFactor } from './testing/second-factor.ts';
import { resetTwoFactor } from './two-factor.operations.ts';

const test = setUpTestApp();

beforeAll(async () => {
  settleClock(test);
});

const metadata = { ip: '127.0.0.1', requestId: 'test', userAgent: null };
const adminOf = (user: TestUser) => ({ ...user, role: 'admin' as const });

const complete = (client: HttpClient, code: string) =>
  client.request('POST', '/trpc/auth.completeLogin', { code });

/** Begins to enable the second factor. @returns the code that confirms it */
async function firstCode(client: HttpClient): Promise<string> {
  const started = await client.request('POST', '/trpc/security.startTwoFactor', { password: testPassword });
  const secret = started.json().result.data.key.replaceAll(' ', '');
  return new TOTP({ secret }).generate({ timestamp: test.deps.now().getTime() });
}

describe('enabling the second factor', () => {
  it('a new secret changes nothing until the right code is entered; from then on, every login requires a code', async () => {
    const { user, client } = await signedIn(test);
    await client.request('POST', '/trpc/security.startTwoFactor', { password: testPassword });
    expect((await login(httpClient(test.app), user)).statusCode).toBe(200);
    const wrong = await client.request('POST', '/trpc/security.confirmTwoFactor', { code: '000000' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().error.data.fields).toHaveProperty('code');
    expect((await client.request('GET', '/api/user')).json().twoFactorEnabled).toBe(false);

    const person = await withTwoFactor(test);
    expect(new Set(person.recoveryCodes).size).toBe(recoveryCodeCount);
    expect((await person.client.request('GET', '/api/user')).json().twoFactorEnabled).toBe(true);
    expect((await login(httpClient(test.app), person.user)).statusCode).toBe(401);
    expect(await emailKinds(test, person.user)).toContain('two_factor_on');
  });

  it('enabling requires the password, and is rejected if the second factor is already on', async () => {
    const person = await withTwoFactor(test);
    const start = (password: string) =>
      person.client.request('POST', '/trpc/security.startTwoFactor', { password });
    expect((await start('not the one')).statusCode).toBe(400);
    expect((await start(testPassword)).statusCode).toBe(409);
    const stale = { ...person.user, confirmedAt: '2020-01-01T00:00:00Z' };
    await expect(
      test.caller(stale).security.startTwoFactor({ password: testPassword }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await complete(person.client, person.code())).statusCode).toBe(410);
  });

  it('of 20 concurrent confirmations, one succeeds; it ends the other sessions and gives the current session a new id', async () => {
    const { user, client } = await signedIn(test);
    const elsewhere = httpClient(test.app);
    await login(elsewhere, user);
    const before = client.cookie();
    const code = await firstCode(client);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => {
        const same = httpClient(test.app);
        same.setCookie(before);
        return same.request('POST', '/trpc/security.confirmTwoFactor', { code });
      }),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const codes = await test.deps.db
      .selectFrom('recovery_codes')
      .select('id')
      .where('user_id', '=', user.userId)
      .execute();
    expect(codes).toHaveLength(recoveryCodeCount);
    expect((await elsewhere.request('GET', '/api/user')).statusCode).toBe(401);
    client.setCookie(before);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
  });

  it('enabling returns the recovery codes and the new session id even if the limit of code attempts cannot be reset afterwards', async () => {
    const { client } = await signedIn(test);
    const code = await firstCode(client);
    const forget = vi.spyOn(test.deps.attemptLimits, 'forget').mockRejectedValue(new Error('no connection'));
    const confirmed = await client.request('POST', '/trpc/security.confirmTwoFactor', { code });
    forget.mockRestore();
    expect(confirmed.json().result.data.recoveryCodes).toHaveLength(recoveryCodeCount);
    expect((await client.request('GET', '/api/user')).json().twoFactorEnabled).toBe(true);
    expect(test.logs.join('')).toContain(
      'the limit of code attempts was not reset after the second factor was turned on',
    );
  });

  it('the secret is encrypted in a form that key rotation can decrypt, and recovery codes are stored as hashes', async () => {
    const { user, code, recoveryCodes } = await withTwoFactor(test);
    const rows = await Promise.all([
      test.deps.db.selectFrom('two_factor_secrets').selectAll().execute(),
      test.deps.db.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    const stored = JSON.stringify(rows);
    // Encrypted values begin with `s1.`.
    expect(stored).toContain('s1.');
    for (const recoveryCode of recoveryCodes) {
      expect(stored).not.toContain(recoveryCode);
      expect(stored).not.toContain(recoveryCode.replace('-', ''));
      expect(test.logs.join('')).not.toContain(recoveryCode);
    }
    const column = sealedColumns.find(({ table }) => table === 'two_factor_secrets');
    const own = rows[0].find(({ user_id }) => user_id === user.userId);
    expect(test.deps.sealing.open(column?.purposeOf(user.userId) ?? '', own?.sealed ?? '')).toHaveLength(20);
    expect((await login(httpClient(test.app), user, { code: code() })).statusCode).toBe(200);
  });
});

describe('an enabled second factor', () => {
  it('an enabled second factor can be disabled only with password and code', async () => {
    const { user, client, code } = await withTwoFactor(test);
    const off = (password: string, withCode: string) =>
      client.request('POST', '/trpc/security.disableTwoFactor', { password, code: withCode });
    expect((await off('not the one', code())).json().error.data.fields).toHaveProperty('password');
    expect((await off(testPassword, '000000')).json().error.data.fields).toHaveProperty('code');
    expect((await client.request('GET', '/api/user')).json().twoFactorEnabled).toBe(true);
    // The attempt with the wrong password did not use up the code.
    expect((await off(testPassword, code())).statusCode).toBe(200);
    expect((await login(httpClient(test.app), user)).statusCode).toBe(200);
    expect((await off(testPassword, code(1))).statusCode).toBe(409);
    expect(await emailKinds(test, user)).toContain('two_factor_off');
  });

  it('new recovery codes invalidate the old ones', async () => {
    const { user, client, code, recoveryCodes } = await withTwoFactor(test);
    const renewed = await client.request('POST', '/trpc/security.renewRecoveryCodes', {
      password: testPassword,
      code: code(),
    });
    const fresh: string[] = renewed.json().result.data.recoveryCodes;
    expect(fresh).toHaveLength(recoveryCodeCount);
    expect((await login(httpClient(test.app), user, { code: recoveryCodes[0] })).statusCode).toBe(401);
    expect((await login(httpClient(test.app), user, { code: fresh[0] })).statusCode).toBe(200);
    const status = await client.request('GET', '/trpc/security.twoFactorStatus');
    expect(status.json().result.data).toMatchObject({
      recoveryCodesLeft: recoveryCodeCount - 1,
      required: false,
    });
  });

  it('an admin can reset another user’s second factor, which ends the user’s sessions and is audited', async () => {
    const admin = adminOf(await test.createUser({ role: 'admin' }));
    const { user, client } = await withTwoFactor(test);
    await resetTwoFactor(test.deps, admin, user.userId, metadata);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    expect((await login(httpClient(test.app), user)).statusCode).toBe(200);
    expect(await emailKinds(test, user)).toContain('two_factor_reset');
    expect(
      await auditEntries(test, { subject_id: user.userId, action: 'user.two_factor_reset' }),
    ).toMatchObject([{ actor_id: admin.userId }]);
    await expect(resetTwoFactor(test.deps, admin, user.userId, metadata)).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(resetTwoFactor(test.deps, admin, admin.userId, metadata)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

it.each([
  ['a reset of the second factor', resetTwoFactor],
  ['the end of all sessions', endAllSessionsOf],
])('%s by an admin waits while the user ends other sessions, without a deadlock', async (_, change) => {
  const { db } = test.deps;
  const admin = adminOf(await test.createUser({ role: 'admin' }));
  const { user } = await withTwoFactor(test);
  // Opens a login that waits for the code.
  await login(httpClient(test.app), user);
  // Locks in the order of `endOtherSessions`: first the sessions, then the logins that wait for a code.
  const { result } = await db.transaction().execute(async (trx) => {
    await deleteSessionsExcept(trx, user.userId, undefined);
    const pending = Promise.allSettled([change(test.deps, admin, user.userId, metadata)]);
    await waitForLockWaiters(db);
    await deleteChallenges(trx, user.userId);
    return { result: pending };
  });
  expect(await result).toMatchObject([{ status: 'fulfilled' }]);
});

describe('requireAdminTwoFactor', () => {
  it('the setting withholds admin rights from admins without a second factor', async () => {
    const admin = adminOf(await test.createUser({ role: 'admin' }));
    const { client } = await signedIn(test, 'admin');
    const student = await signedIn(test);
    const { front: document } = await submitForm(test, student.user);
    const setRequired = (value: boolean) =>
      saveSettings(test.deps, admin, [{ key: 'requireAdminTwoFactor', value }], metadata);
    await setRequired(true);
    try {
      const rejected = await client.request('GET', '/api/admin/analytics');
      expect(rejected.statusCode).toBe(403);
      expect(rejected.json().code).toBe('two_factor_setup_required');
      expect((await client.request('GET', document)).statusCode).toBe(404);
      const other = await client.request('PUT', `/api/user/${student.user.userId}`, {
        firstName: 'A',
        lastName: 'B',
      });
      expect(other.statusCode).toBe(403);
      expect((await client.request('GET', '/api/user')).json().role).toBe('admin');
      const status = await client.request('GET', '/trpc/security.twoFactorStatus');
      expect(status.json().result.data).toMatchObject({ required: true, enabledAt: null });
      expect((await student.client.request('GET', '/api/admin/analytics')).json().code).toBe('forbidden');
      const person = await withTwoFactor(test, 'admin');
      expect((await person.client.request('GET', '/api/admin/analytics')).statusCode).toBe(200);
      expect((await person.client.request('GET', document)).statusCode).toBe(200);
    } finally {
      await setRequired(false);
    }
    expect((await client.request('GET', '/api/admin/analytics')).statusCode).toBe(200);
  });
});

describe('recent authentication', () => {
  it('exporting data 15 minutes after login requires password and code again', async () => {
    const { user, client, code } = await withTwoFactor(test, 'admin');
    await login(client, user, { code: code() });
    const exported = () => client.request('GET', '/api/admin/export-users-csv');
    expect((await exported()).statusCode).toBe(200);
    test.clock.advance(15 * 60_000);
    const rejected = await exported();
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json().code).toBe('step_up_required');
    expect((await client.request('GET', '/api/admin/export-users')).json().code).toBe('step_up_required');
    const confirm = (body: object) => client.request('POST', '/trpc/security.confirmIdentity', body);
    expect((await confirm({ password: 'not the one' })).json().error.data.fields).toHaveProperty('password');
    expect((await confirm({ password: testPassword })).json().error.data.fields).toHaveProperty('code');
    const wrong = await confirm({ password: testPassword, code: '000000' });
    expect(wrong.json().error.data.fields.code).toContain('check that your phone shows the right time');
    const wrongRecovery = await confirm({ password: testPassword, code: 'k7m2p-9xw4d' });
    expect(wrongRecovery.json().error.data.fields).toEqual({
      code: 'This code is not right, or was used already. Each recovery code works once.',
    });
    expect((await exported()).statusCode).toBe(403);
    expect((await confirm({ password: testPassword, code: code() })).statusCode).toBe(200);
    expect((await exported()).statusCode).toBe(200);
  });

  it('a recovery code that confirms the identity is reported by email, as one that logs in', async () => {
    const { user, client, recoveryCodes } = await withTwoFactor(test);
    const confirm = { password: testPassword, code: recoveryCodes[0] };
    const confirmed = await client.request('POST', '/trpc/security.confirmIdentity', confirm);
    expect(confirmed.statusCode).toBe(200);
    const again = await client.request('POST', '/trpc/security.confirmIdentity', confirm);
    expect(again.statusCode).toBe(400);
    expect(await emailsTo(test, user, 'recovery_code_used')).toMatchObject([
      { body_text: expect.stringContaining('used one of your recovery codes. 9 are left.') },
    ]);
  });

  it('an admin who confirms the password may export data only in this session, and needs no code if the second factor is off', async () => {
    const { user, client } = await signedIn(test, 'admin');
    const elsewhere = httpClient(test.app);
    await login(elsewhere, user);
    test.clock.advance(16 * 60_000);
    const confirmed = await client.request('POST', '/trpc/security.confirmIdentity', {
      password: testPassword,
    });
    expect(confirmed.statusCode).toBe(200);
    expect((await client.request('GET', '/api/admin/export-users')).statusCode).toBe(200);
    expect((await elsewhere.request('GET', '/api/admin/export-users')).statusCode).toBe(403);
  });
});
