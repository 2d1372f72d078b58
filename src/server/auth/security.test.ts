import { describe, expect, it, vi } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { httpClient, registration, signIn } from '../../testing/http-client.ts';
import { auditActions, changeUser } from '../../testing/rows.ts';
import { createTestApp, setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { sweepAccountTokens } from './account-tokens.operations.ts';
import { sendResetLinkTo } from './password-reset.operations.ts';

const test = setUpTestApp();

const newPassword = 'four lanterns by the river';

async function emailsTo(email: string, kind: string): Promise<{ body_text: string; subject: string }[]> {
  return test.deps.db
    .selectFrom('mail_messages')
    .select(['body_text', 'subject'])
    .where('to_address', '=', email)
    .where('kind', '=', kind)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

async function tokenFor(email: string, kind: 'verify_email' | 'password_reset'): Promise<string> {
  const sent = (await emailsTo(email, kind)).at(-1);
  const token = /\?token=([\w-]{43})\b/.exec(sent?.body_text ?? '')?.[1];
  if (!token) throw new Error(`no link for ${email}`);
  return token;
}

async function requestReset(user: TestUser): Promise<string> {
  await test.caller(null).security.requestPasswordReset({ email: user.email });
  return tokenFor(user.email, 'password_reset');
}

async function mayLogIn(email: string, password: string): Promise<boolean> {
  const { statusCode } = await httpClient(test.app).request('POST', '/api/login', { email, password });
  return statusCode === 200;
}

const auditOf = (userId: string) => auditActions(test, { subject_id: userId });

const invalidLink = { code: 'NOT_FOUND', message: expect.stringContaining('used already or is too old') };

describe('password reset', () => {
  it('a password reset sets the new password, ends every session, emails the user, and does not log the user in', async () => {
    const user = await test.createUser({ password: testPassword });
    const devices = [await signIn(test.app, user), await signIn(test.app, user)];
    const token = await requestReset(user);
    const browser = httpClient(test.app);
    const response = await browser.request('POST', '/trpc/security.resetPassword', { token, newPassword });
    expect(response.statusCode, response.body).toBe(200);
    for (const client of [...devices, browser]) {
      expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    }
    expect(await mayLogIn(user.email, testPassword)).toBe(false);
    expect(await mayLogIn(user.email, newPassword)).toBe(true);
    expect(await emailsTo(user.email, 'password_changed')).toHaveLength(1);
    expect(await auditOf(user.userId)).toContain('user.password_reset');
    expect((await test.caller(user).auth.currentUser()).emailVerified).toBe(true);
  });

  it('a password reset succeeds even if the rate limits of the account cannot be reset afterwards', async () => {
    const user = await test.createUser({ password: testPassword });
    const token = await requestReset(user);
    const forget = vi.spyOn(test.deps.attemptLimits, 'forget').mockRejectedValue(new Error('no connection'));
    await test.caller(null).security.resetPassword({ token, newPassword });
    forget.mockRestore();
    expect(test.logs.join('')).toContain('the limits were not reset after a new password');
    expect(await mayLogIn(user.email, newPassword)).toBe(true);
  });

  it('only one of ten concurrent password resets with the same token succeeds', async () => {
    const user = await test.createUser({ password: testPassword });
    const token = await requestReset(user);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        test.caller(null).security.resetPassword({ token, newPassword: `${newPassword} ${index}` }),
      ),
    );
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await mayLogIn(user.email, `${newPassword} ${winner}`)).toBe(true);
    expect(await emailsTo(user.email, 'password_changed')).toHaveLength(1);
    await expect(test.caller(null).security.resetPassword({ token, newPassword })).rejects.toMatchObject(
      invalidLink,
    );
  });

  it('altered, expired and superseded tokens, and tokens for another purpose, are rejected', async () => {
    const user = await test.createUser({ password: testPassword });
    const visitor = test.caller(null);
    const token = await requestReset(user);
    const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    await expect(visitor.security.resetPassword({ token: altered, newPassword })).rejects.toMatchObject(
      invalidLink,
    );
    await expect(visitor.security.verifyEmail({ token })).rejects.toMatchObject(invalidLink);
    const older = token;
    const newer = await requestReset(user);
    await visitor.security.resetPassword({ token: newer, newPassword });
    await expect(visitor.security.resetPassword({ token: older, newPassword })).rejects.toMatchObject(
      invalidLink,
    );
    const newest = await requestReset(user);
    test.clock.advance(hourMs);
    await expect(visitor.security.resetPassword({ token: newest, newPassword })).rejects.toMatchObject(
      invalidLink,
    );
  });

  it('an admin can send a user at most ten reset links a day, and expired links count too', async () => {
    const admin = { ...(await test.createUser({ role: 'admin' })), role: 'admin' as const };
    const user = await test.createUser();
    const send = () =>
      sendResetLinkTo(test.deps, admin, user.userId, { ip: '127.0.0.1', requestId: 'test', userAgent: null });
    for (let sent = 0; sent < 10; sent += 1) {
      await send();
      test.clock.advance(minuteMs);
    }
    test.clock.advance(2 * hourMs);
    await sweepAccountTokens(test.deps);
    await expect(send()).rejects.toMatchObject({ code: 'too_many_attempts' });
    test.clock.advance(dayMs);
    expect(await sweepAccountTokens(test.deps)).toBeGreaterThanOrEqual(10);
    await send();
  });

  it('requests for known, unknown and suspended accounts get the same response, and only the active account gets an email', async () => {
    const user = await test.createUser({ password: testPassword });
    const suspended = await test.createUser({ password: testPassword });
    await changeUser(test, suspended, { suspended_at: new Date() });
    const request = async (email: string) => {
      const start = performance.now();
      const response = await httpClient(test.app).request('POST', '/trpc/security.requestPasswordReset', {
        email,
      });
      return { status: response.statusCode, body: response.body, milliseconds: performance.now() - start };
    };
    const responses = [
      await request(user.email.toUpperCase()),
      await request('nobody@example.test'),
      await request(suspended.email),
    ];
    expect(new Set(responses.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    // Every response takes at least 300 ms, so that its time does not show whether the account exists.
    for (const { milliseconds } of responses) expect(milliseconds).toBeGreaterThan(290);
    expect(await emailsTo(user.email, 'password_reset')).toHaveLength(1);
    expect(await emailsTo('nobody@example.test', 'password_reset')).toHaveLength(0);
    expect(await emailsTo(suspended.email, 'password_reset')).toHaveLength(0);
  });

  it('only a hash of the token is stored, the token is never logged, and the link is built from the configured URL', async () => {
    const user = await test.createUser({ password: testPassword });
    await httpClient(test.app).request(
      'POST',
      '/trpc/security.requestPasswordReset',
      { email: user.email },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    );
    const [email] = await emailsTo(user.email, 'password_reset');
    expect(email?.body_text).toContain('http://localhost:3000/reset-password?token=');
    expect(email?.body_text).not.toContain('evil.example');
    const token = await tokenFor(user.email, 'password_reset');
    const rows = await test.deps.db.selectFrom('account_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    await test.caller(null).security.resetPassword({ token, newPassword });
    expect(test.logs.join('')).not.toContain(token);
    expect(test.logs.join('')).not.toContain(newPassword);
  });
});

describe('email verification', () => {
  it('after registration, the user gets an email with a link that verifies the address once', async () => {
    const client = httpClient(test.app);
    const response = await client.request('POST', '/api/register', registration());
    expect(response.json().emailVerified).toBe(false);
    const token = await tokenFor(response.json().email, 'verify_email');
    const visitor = test.caller(null);
    await expect(visitor.security.resetPassword({ token, newPassword })).rejects.toMatchObject(invalidLink);
    await visitor.security.verifyEmail({ token });
    expect((await client.request('GET', '/api/user')).json().emailVerified).toBe(true);
    await expect(visitor.security.verifyEmail({ token })).rejects.toMatchObject(invalidLink);
    expect(await auditOf(response.json().id)).toContain('user.email_verified');
  });

  it('the verification email is sent at most every 60 seconds, even for 20 concurrent requests', async () => {
    const user = await test.createUser();
    const requestVerification = () => test.caller(user).security.requestEmailVerification();
    const results = await Promise.allSettled(Array.from({ length: 20 }, requestVerification));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(requestVerification()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    test.clock.advance(minuteMs);
    await requestVerification();
    expect(await emailsTo(user.email, 'verify_email')).toHaveLength(2);
    await test.caller(null).security.verifyEmail({ token: await tokenFor(user.email, 'verify_email') });
    test.clock.advance(minuteMs);
    await requestVerification();
    expect(await emailsTo(user.email, 'verify_email')).toHaveLength(2);
  });

  it('at most ten verification emails a day are sent to an address, because it may belong to someone else', async () => {
    const user = await test.createUser();
    const requestVerification = () => test.caller(user).security.requestEmailVerification();
    for (let sent = 0; sent < 10; sent += 1) {
      await requestVerification();
      test.clock.advance(minuteMs);
    }
    await expect(requestVerification()).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('10 emails'),
    });
    expect(await emailsTo(user.email, 'verify_email')).toHaveLength(10);
    test.clock.advance(dayMs - 10 * minuteMs);
    await requestVerification();
    await expect(requestVerification()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await emailsTo(user.email, 'verify_email')).toHaveLength(11);
  });

  it('verification links expire after 24 hours', async () => {
    const user = await test.createUser();
    await test.caller(user).security.requestEmailVerification();
    test.clock.advance(dayMs);
    const token = await tokenFor(user.email, 'verify_email');
    await expect(test.caller(null).security.verifyEmail({ token })).rejects.toMatchObject(invalidLink);
  });
});

describe('password change', () => {
  it('a password change ends the other sessions, gives the current session a new id, and emails the user', async () => {
    const user = await test.createUser({ password: testPassword });
    const otherUser = await test.createUser({ password: testPassword });
    const [here, elsewhere, foreign] = [
      await signIn(test.app, user),
      await signIn(test.app, user),
      await signIn(test.app, otherUser),
    ];
    const before = here.cookie();
    const link = await requestReset(user);
    const response = await here.request('POST', '/trpc/security.changePassword', {
      currentPassword: testPassword,
      newPassword,
    });
    expect(response.statusCode, response.body).toBe(200);
    expect((await here.request('GET', '/api/user')).statusCode).toBe(200);
    expect((await elsewhere.request('GET', '/api/user')).statusCode).toBe(401);
    expect((await foreign.request('GET', '/api/user')).statusCode).toBe(200);
    here.setCookie(before);
    expect((await here.request('GET', '/api/user')).statusCode).toBe(401);
    expect(await mayLogIn(user.email, newPassword)).toBe(true);
    expect(await mayLogIn(user.email, testPassword)).toBe(false);
    expect(await emailsTo(user.email, 'password_changed')).toHaveLength(1);
    expect(await auditOf(user.userId)).toContain('user.password_changed');
    await expect(
      test.caller(null).security.resetPassword({ token: link, newPassword: 'another one' }),
    ).rejects.toMatchObject(invalidLink);
  });

  it('changing the password requires the current one', async () => {
    const user = await test.createUser({ password: testPassword });
    const client = await signIn(test.app, user);
    const response = await client.request('POST', '/trpc/security.changePassword', {
      currentPassword: 'not the one',
      newPassword,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.data.fields).toEqual({
      currentPassword: 'This is not your current password',
    });
    expect(await mayLogIn(user.email, testPassword)).toBe(true);
  });

  it('the current password is not accepted as the new one', async () => {
    const user = await test.createUser({ password: testPassword });
    const response = await (await signIn(test.app, user)).request('POST', '/trpc/security.changePassword', {
      currentPassword: testPassword,
      newPassword: testPassword,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.data.fields).toEqual({
      newPassword: 'This is your current password: choose another one',
    });
    expect(await emailsTo(user.email, 'password_changed')).toEqual([]);
  });

  it('only one of five concurrent password changes succeeds', async () => {
    const user = await test.createUser({ password: testPassword });
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) =>
        test.caller(user).security.changePassword({
          currentPassword: testPassword,
          newPassword: `${newPassword} ${index}`,
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await emailsTo(user.email, 'password_changed')).toHaveLength(1);
  });

  it('password changes are limited to five attempts per hour', async () => {
    const strict = await createTestApp({ rateLimitFactor: 1 });
    try {
      const user = await strict.createUser({ password: testPassword });
      const changePassword = (currentPassword: string) =>
        strict.caller(user).security.changePassword({ currentPassword, newPassword });
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await expect(changePassword('wrong one')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      }
      await expect(changePassword(testPassword)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    } finally {
      await strict.close();
    }
  });
});
