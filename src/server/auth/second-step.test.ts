import { beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '../../shared/durations.ts';
import { type HttpClient, httpClient } from '../../testing/http-client.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { changeUser, emailsTo } from '../../testing/rows.ts';
import { createTestApp, setUpTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import { redeemCode } from './second-step.operations.ts';
import { emailKinds, login, settleClock, step, withTwoFactor } from './testing/second-factor.ts';

const test = setUpTestApp();

beforeAll(async () => {
  settleClock(test);
});

const complete = (client: HttpClient, code: string) =>
  client.request('POST', '/trpc/auth.completeLogin', { code });

async function resetTokenOf(academy: TestApp, userId: string): Promise<string> {
  const [email] = await emailsTo(academy, { userId }, 'password_reset');
  return /\?token=([\w-]{43})\b/.exec(email?.body_text ?? '')?.[1] ?? '';
}

describe('logging in with a second factor', () => {
  it('REST responds with 401 two_factor_required, and accepts the code in the body', async () => {
    const { user, code } = await withTwoFactor(test);
    const client = httpClient(test.app);
    const response = await login(client, user);
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'two_factor_required' });
    const wrong = await login(client, user, { code: '000000' });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toMatchObject({ code: 'invalid_code', fields: { code: expect.any(String) } });
    const right = await login(client, user, { code: `${code().slice(0, 3)} ${code().slice(3)}` });
    expect(right.statusCode).toBe(200);
    expect(right.json()).toMatchObject({ email: user.email, twoFactorEnabled: true });
    expect((await client.request('GET', '/api/user')).statusCode).toBe(200);
  });

  it('the error for a wrong authenticator code advises users to check the phone’s clock, but the error for a wrong recovery code does not', async () => {
    const { user } = await withTwoFactor(test);
    const advice = (message: string) => ({
      code: 'invalid_code',
      message: `This code is not right, or was used already. ${message}`,
    });
    const wrong = await login(httpClient(test.app), user, { code: '000000' });
    expect(wrong.json()).toMatchObject(
      advice('Wait for the next one, and check that your phone shows the right time.'),
    );
    const wrongRecovery = await login(httpClient(test.app), user, { code: 'k7m2p-9xw4d' });
    expect(wrongRecovery.json()).toMatchObject(advice('Each recovery code works once.'));
  });

  it('does not reveal the second factor to callers without the password', async () => {
    const { user, code } = await withTwoFactor(test);
    for (const body of [{}, { code: '000000' }, { code: code() }]) {
      const response = await httpClient(test.app).request('POST', '/api/login', {
        email: user.email,
        password: 'not the one',
        ...body,
      });
      expect(response.json()).toMatchObject({ code: 'invalid_credentials', message: 'Invalid credentials' });
    }
    // The attempt with the wrong password did not use up the code.
    expect((await login(httpClient(test.app), user, { code: code() })).statusCode).toBe(200);
  });

  it('before the code is entered, calls that require a login are rejected', async () => {
    const { user, code } = await withTwoFactor(test, 'admin');
    const client = httpClient(test.app);
    await login(client, user);
    expect(client.cookie()).toBeDefined();
    for (const [method, url] of [
      ['GET', '/api/user'],
      ['GET', '/api/kyc/applications/user'],
      ['GET', '/api/admin/analytics'],
      ['GET', '/trpc/security.listSessions'],
      ['POST', '/trpc/security.disableTwoFactor'],
    ] as const) {
      const response = await client.request(method, url, method === 'POST' ? {} : undefined);
      expect(response.statusCode, url).toBe(401);
    }
    expect((await client.request('GET', '/trpc/auth.me')).json().result.data).toBeNull();
    const firstCookie = client.cookie();
    expect((await complete(client, code())).statusCode).toBe(200);
    expect((await client.request('GET', '/api/admin/analytics')).statusCode).toBe(200);
    // The first step’s cookie is no longer valid.
    const thief = httpClient(test.app);
    thief.setCookie(firstCookie);
    test.clock.advance(step);
    expect((await complete(thief, code())).statusCode).toBe(410);
    expect((await thief.request('GET', '/api/user')).statusCode).toBe(401);
  });

  it('accepts each code once, even in 20 concurrent requests', async () => {
    const { user, code } = await withTwoFactor(test);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => login(httpClient(test.app), user, { code: code() })),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    // On a busy machine, some requests are rejected before their code is checked.
    const rejected = responses.filter(({ statusCode }) => statusCode === 401 || statusCode === 503);
    expect(rejected).toHaveLength(19);
    expect((await login(httpClient(test.app), user, { code: code() })).statusCode).toBe(401);
    // Codes older than the used one are rejected, too.
    expect((await login(httpClient(test.app), user, { code: code(-1) })).statusCode).toBe(401);
    test.clock.advance(step);
    expect((await login(httpClient(test.app), user, { code: code() })).statusCode).toBe(200);
  });

  it('accepts each recovery code once, even in 20 concurrent requests, and emails the user', async () => {
    const { user, recoveryCodes } = await withTwoFactor(test);
    const [code = '', next = ''] = recoveryCodes;
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => login(httpClient(test.app), user, { code: code.toUpperCase() })),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await login(httpClient(test.app), user, { code })).statusCode).toBe(401);
    expect(
      (await login(httpClient(test.app), user, { code: ` ${next.replace('-', ' ')} ` })).statusCode,
    ).toBe(200);
    const kinds = await emailKinds(test, user);
    expect(kinds.filter((kind) => kind === 'recovery_code_used')).toHaveLength(2);
    const other = await withTwoFactor(test);
    expect((await login(httpClient(test.app), other.user, { code: recoveryCodes[2] })).statusCode).toBe(401);
  });

  it('rejects a recovery code while the codes are being deleted, without a deadlock', async () => {
    const { user, recoveryCodes } = await withTwoFactor(test);
    const client = await test.deps.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from users where id = $1 for update', [user.userId]);
      const redeemed = redeemCode(test.deps, user.userId, recoveryCodes[0] ?? '');
      await waitForLockWaiters(test.deps.db);
      await client.query('delete from recovery_codes where user_id = $1', [user.userId]);
      await client.query('commit');
      expect(await redeemed).toBeUndefined();
    } finally {
      client.release();
    }
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('a code that is %i time steps off gets status %i', async (stepsFromNow, status) => {
    const { user, code } = await withTwoFactor(test);
    // The setup used up its code and all earlier codes, and `withTwoFactor` then advanced the clock by one step. After
    // two more steps, the code of two steps ago is unused.
    test.clock.advance(2 * step);
    const response = await login(httpClient(test.app), user, { code: code(stepsFromNow) });
    expect(response.statusCode).toBe(status);
  });

  it('ends the challenge after five wrong codes, even in 20 concurrent requests, and emails the user', async () => {
    const { user, code } = await withTwoFactor(test);
    const client = httpClient(test.app);
    await login(client, user);
    const cookie = client.cookie();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => {
        const same = httpClient(test.app);
        same.setCookie(cookie);
        return complete(same, '000000');
      }),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
    expect((await complete(client, code())).statusCode).toBe(429);
    expect(await emailKinds(test, user)).toContain('wrong_codes');
    // Entering the password again starts a new challenge.
    await login(client, user);
    expect((await complete(client, code())).statusCode).toBe(200);
  });

  it('emails the user after five wrong codes within an hour, even in different logins', async () => {
    const { user } = await withTwoFactor(test);
    const wrongCodesEmails = async () => emailsTo(test, user, 'wrong_codes');
    for (let count = 0; count < 2; count += 1) await login(httpClient(test.app), user, { code: '000000' });
    for (let count = 0; count < 2; count += 1) {
      const client = httpClient(test.app);
      await login(client, user);
      expect((await complete(client, '000000')).statusCode).toBe(401);
    }
    test.clock.advance(hourMs);
    await login(httpClient(test.app), user, { code: '000000' });
    expect(await wrongCodesEmails()).toHaveLength(0);
    for (let count = 0; count < 4; count += 1) await login(httpClient(test.app), user, { code: '000000' });
    const [email, ...more] = await wrongCodesEmails();
    expect(email?.body_text).toContain('five wrong codes within an hour. The logins were rejected.');
    expect(more).toEqual([]);
  });

  it('the challenge expires after five minutes', async () => {
    const { user, code } = await withTwoFactor(test);
    const client = httpClient(test.app);
    await login(client, user);
    test.clock.advance(5 * 60_000);
    const expired = await complete(client, code());
    expect(expired.json().error.data).toMatchObject({ code: 'gone', httpStatus: 410 });
    expect((await complete(httpClient(test.app), code())).json().error.data.code).toBe('gone');
  });

  it('the challenge ends when the password changes or the account is suspended', async () => {
    const { user, client, code } = await withTwoFactor(test);
    const waiting = httpClient(test.app);
    await login(waiting, user);
    const password = 'four lanterns by the river';
    const changed = await client.request('POST', '/trpc/security.changePassword', {
      currentPassword: testPassword,
      newPassword: password,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await complete(waiting, code())).json().error.data.code).toBe('gone');
    expect((await login(waiting, user, { password })).json().code).toBe('two_factor_required');
    await changeUser(test, user, { suspended_at: new Date() });
    expect((await complete(waiting, code())).json().error.data.code).toBe('gone');
  });

  it('a login with the old password fails if the password changes at the same time', async () => {
    const { user, client, code } = await withTwoFactor(test);
    const waiting = httpClient(test.app);
    const changing = await test.deps.pool.connect();
    try {
      await changing.query('begin');
      await changing.query('update users set password_hash = $2 where id = $1', [user.userId, 'a new hash']);
      await changing.query('delete from sign_in_challenges where user_id = $1', [user.userId]);
      // The login verifies the old password before the change commits.
      const response = login(waiting, user);
      await waitForLockWaiters(test.deps.db);
      await changing.query('commit');
      expect((await response).json().code).toBe('invalid_credentials');
    } finally {
      changing.release();
    }
    expect((await complete(waiting, code())).statusCode).toBe(410);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(200);
  });

  it('a login with the old password fails if the password changes after the login has redeemed its code', async () => {
    const { user, code } = await withTwoFactor(test);
    const waiting = httpClient(test.app);
    await login(waiting, user);
    const holding = await test.deps.pool.connect();
    const changing = await test.deps.pool.connect();
    try {
      await holding.query('begin');
      await holding.query('select from two_factor_secrets where user_id = $1 for update', [user.userId]);
      const response = complete(waiting, code());
      await waitForLockWaiters(test.deps.db);
      await changing.query('begin');
      // After `holding` commits, the login redeems its challenge. The login's next query of `users` waits for this
      // lock.
      await changing.query('lock table users in access exclusive mode');
      await holding.query('commit');
      await waitForLockWaiters(test.deps.db, 2);
      await changing.query('update users set password_hash = $2 where id = $1', [user.userId, 'a new hash']);
      await changing.query('delete from sign_in_challenges where user_id = $1', [user.userId]);
      await changing.query('commit');
      expect((await response).json().error?.data.code).toBe('invalid_credentials');
    } finally {
      holding.release();
      changing.release();
    }
  });

  it('a password reset does not skip the second factor', async () => {
    const { user, code } = await withTwoFactor(test);
    await test.caller(null).security.requestPasswordReset({ email: user.email });
    const token = await resetTokenOf(test, user.userId);
    await test.caller(null).security.resetPassword({ token, newPassword: testPassword });
    expect((await login(httpClient(test.app), user)).json().code).toBe('two_factor_required');
    expect((await login(httpClient(test.app), user, { code: code() })).statusCode).toBe(200);
  });
});

describe('limits of logging in', () => {
  it('logins are limited per account, but a known device is not locked out', async () => {
    const strict = await createTestApp({ rateLimitFactor: 1, env: { TRUST_PROXY: '127.0.0.1' } });
    try {
      const user = await strict.createUser({ password: testPassword });
      const logIn = (password: string, ip: string, cookie?: string) =>
        strict.app.inject({
          method: 'POST',
          url: '/api/login',
          headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }) },
          payload: { email: user.email, password },
        });
      const first = await logIn(testPassword, '198.51.100.9');
      const device = [first.headers['set-cookie'] ?? []]
        .flat()
        .map((header) => header.split(';')[0] ?? '')
        .find((pair) => pair.startsWith('device='));
      expect(device).toBeDefined();
      // Attackers on many IP addresses exhaust the account’s limit.
      for (let attempt = 0; attempt < 205; attempt += 1) {
        await strict.deps.attemptLimits.count('loginPerAccount', user.email).catch(() => undefined);
      }
      expect((await logIn(testPassword, '203.0.113.7')).statusCode).toBe(429);
      expect((await logIn(testPassword, '203.0.113.7', device)).statusCode).toBe(200);
      // A stolen cookie is limited to ten attempts of its own, and a forged one does not count as a known device.
      for (let attempt = 0; attempt < 10; attempt += 1) {
        expect((await logIn('wrong one', '203.0.113.8', device)).statusCode).toBe(401);
      }
      expect((await logIn(testPassword, '203.0.113.8', device)).statusCode).toBe(429);
      expect((await logIn(testPassword, '203.0.113.9', `device=${'A'.repeat(43)}`)).statusCode).toBe(429);
    } finally {
      await strict.close();
    }
  });

  it('a password reset resets the limits of the account’s password, but not the limit of an IP address for all accounts', async () => {
    const strict = await createTestApp({ rateLimitFactor: 1, env: { TRUST_PROXY: '127.0.0.1' } });
    try {
      const user = await strict.createUser({ password: testPassword });
      const logIn = (password: string, ip: string, client = httpClient(strict.app)) =>
        client.request('POST', '/api/login', { email: user.email, password }, { 'x-forwarded-for': ip });
      const laptop = httpClient(strict.app);
      await logIn(testPassword, '198.51.100.9', laptop);
      const { attemptLimits } = strict.deps;
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await logIn('forgotten', '198.51.100.9', laptop);
        await logIn('forgotten', '198.51.100.9');
      }
      await attemptLimits.count('loginPerAccount', user.email, 200).catch(() => undefined);
      await attemptLimits.count('loginPerAddress', '203.0.113.7', 50);
      await attemptLimits.count('confirmPasswordPerAccount', user.userId, 10);
      await attemptLimits.count('changePasswordPerAccount', user.userId, 5);
      expect((await logIn('forgotten', '198.51.100.9', laptop)).statusCode).toBe(429);
      expect((await logIn('forgotten', '198.51.100.9')).statusCode).toBe(429);

      await strict.caller(null).security.requestPasswordReset({ email: user.email });
      const newPassword = 'four lanterns by the river';
      const token = await resetTokenOf(strict, user.userId);
      await strict.caller(null).security.resetPassword({ token, newPassword });
      expect((await logIn(newPassword, '198.51.100.9', laptop)).statusCode).toBe(200);
      expect((await logIn(newPassword, '198.51.100.9')).statusCode).toBe(200);
      expect((await logIn(newPassword, '203.0.113.7')).statusCode).toBe(429);
      await strict.caller(user).privacy.requestExport({ password: newPassword });
      await strict.caller(user).security.changePassword({
        currentPassword: newPassword,
        newPassword: 'five lanterns by the river',
      });
    } finally {
      await strict.close();
    }
  });
});
