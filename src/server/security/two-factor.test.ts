import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recoveryCodeCount } from '../../shared/sign-in-security.ts';
import { type HttpClient, httpClient } from '../../testing/http-client.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { sealedColumns } from '../sealed-columns.ts';
import { updateSetting } from '../settings/settings.operations.ts';
import { resetTwoFactor } from './two-factor.operations.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  // In the middle of a step, so that no test begins at its edge.
  test.clock.set(new Date(Math.ceil(Date.now() / 30_000) * 30_000 + 10_000));
});
afterAll(() => test.close());

const step = 30_000;
const origin = { ip: '127.0.0.1', requestId: 'test', userAgent: null };
const adminOf = (user: TestUser) => ({ ...user, role: 'admin' as const });

type Person = {
  user: TestUser;
  client: HttpClient;
  recoveryCodes: string[];
  /** The app's code, so many steps from now. */
  code: (stepsFromNow?: number) => string;
};

function login(client: HttpClient, user: TestUser, more: object = {}) {
  return client.request('POST', '/api/login', { email: user.email, password: testPassword, ...more });
}

const complete = (client: HttpClient, code: string) =>
  client.request('POST', '/trpc/auth.completeLogin', { code });

async function signedIn(role: 'user' | 'admin' = 'user'): Promise<{ user: TestUser; client: HttpClient }> {
  const user = await test.createUser({ role, password: testPassword });
  const client = httpClient(test.app);
  expect((await login(client, user)).statusCode).toBe(200);
  return { user, client };
}

/** Somebody who set up the second factor as the profile does it. */
async function withTwoFactor(role: 'user' | 'admin' = 'user'): Promise<Person> {
  const { user, client } = await signedIn(role);
  const started = await client.request('POST', '/trpc/security.startTwoFactor', { password: testPassword });
  expect(started.statusCode, started.body).toBe(200);
  const { uri, key, qrCode } = started.json().result.data;
  const totp = new TOTP({ secret: key.replaceAll(' ', '') });
  expect(uri).toMatch(/^otpauth:\/\/totp\/.*issuer=Poker%20Academy/);
  expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
  const code = (stepsFromNow = 0) =>
    totp.generate({ timestamp: test.deps.now().getTime() + stepsFromNow * step });
  const confirmed = await client.request('POST', '/trpc/security.confirmTwoFactor', { code: code() });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  // The code of the set-up is used: the next one is due.
  test.clock.advance(step);
  return { user, client, code, recoveryCodes: confirmed.json().result.data.recoveryCodes };
}

async function mailKinds(user: TestUser): Promise<string[]> {
  const rows = await test.deps.db
    .selectFrom('mail_messages')
    .select('kind')
    .where('user_id', '=', user.userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind }) => kind);
}

describe('setting up the second factor', () => {
  it('changes nothing until a code is entered, then asks for it at every sign-in', async () => {
    const { user, client } = await signedIn();
    await client.request('POST', '/trpc/security.startTwoFactor', { password: testPassword });
    expect((await login(httpClient(test.app), user)).statusCode).toBe(200);
    const wrong = await client.request('POST', '/trpc/security.confirmTwoFactor', { code: '000000' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().error.data.fields).toHaveProperty('code');
    expect((await client.request('GET', '/api/user')).json().twoFactorEnabled).toBe(false);

    const person = await withTwoFactor();
    expect(new Set(person.recoveryCodes).size).toBe(recoveryCodeCount);
    expect((await person.client.request('GET', '/api/user')).json().twoFactorEnabled).toBe(true);
    expect((await login(httpClient(test.app), person.user)).statusCode).toBe(401);
    expect(await mailKinds(person.user)).toContain('two_factor_on');
  });

  it('needs the password, and is refused when it is on', async () => {
    const person = await withTwoFactor();
    const start = (password: string) =>
      person.client.request('POST', '/trpc/security.startTwoFactor', { password });
    expect((await start('not the one')).statusCode).toBe(400);
    expect((await start(testPassword)).statusCode).toBe(409);
    expect((await complete(person.client, person.code())).statusCode).toBe(410);
  });

  it('ends the other sessions and gives this one a new id (ACC-6)', async () => {
    const { user, client } = await signedIn();
    const elsewhere = httpClient(test.app);
    await login(elsewhere, user);
    const before = client.cookie();
    const { key } = (
      await client.request('POST', '/trpc/security.startTwoFactor', { password: testPassword })
    ).json().result.data;
    const code = new TOTP({ secret: key.replaceAll(' ', '') }).generate({
      timestamp: test.deps.now().getTime(),
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const same = httpClient(test.app);
        same.useCookie(before);
        return same.request('POST', '/trpc/security.confirmTwoFactor', { code });
      }),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const codes = await test.deps.db
      .selectFrom('recovery_codes')
      .select('id')
      .where('user_id', '=', user.userId)
      .execute();
    expect(codes).toHaveLength(recoveryCodeCount);
    expect((await elsewhere.request('GET', '/api/user')).statusCode).toBe(401);
    client.useCookie(before);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
  });

  it('keeps the secret sealed, as the rotation of the keys knows it, and the codes as hashes', async () => {
    const { user, code, recoveryCodes } = await withTwoFactor();
    const rows = await Promise.all([
      test.deps.db.selectFrom('two_factor_secrets').selectAll().execute(),
      test.deps.db.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    const stored = JSON.stringify(rows);
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

describe('signing in with a second factor', () => {
  it('over REST answers 401 two_factor_required, and takes the code in the body', async () => {
    const { user, code } = await withTwoFactor();
    const client = httpClient(test.app);
    const asked = await login(client, user);
    expect(asked.statusCode).toBe(401);
    expect(asked.json()).toMatchObject({ code: 'two_factor_required' });
    const wrong = await login(client, user, { code: '000000' });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toMatchObject({ code: 'invalid_code', fields: { code: expect.any(String) } });
    const right = await login(client, user, { code: `${code().slice(0, 3)} ${code().slice(3)}` });
    expect(right.statusCode).toBe(200);
    expect(right.json()).toMatchObject({ email: user.email, twoFactorEnabled: true });
    expect((await client.request('GET', '/api/user')).statusCode).toBe(200);
  });

  it('tells nobody without the password that there is a second factor', async () => {
    const { user, code } = await withTwoFactor();
    for (const body of [{}, { code: '000000' }, { code: code() }]) {
      const answer = await httpClient(test.app).request('POST', '/api/login', {
        email: user.email,
        password: 'not the one',
        ...body,
      });
      expect(answer.json()).toMatchObject({ code: 'invalid_credentials', message: 'Invalid credentials' });
    }
    // The code of the wrong password is not used up.
    expect((await login(httpClient(test.app), user, { code: code() })).statusCode).toBe(200);
  });

  it('half signed in can call nothing else', async () => {
    const { user, code } = await withTwoFactor('admin');
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
      const answer = await client.request(method, url, method === 'POST' ? {} : undefined);
      expect(answer.statusCode, url).toBe(401);
    }
    expect((await client.request('GET', '/trpc/auth.me')).json().result.data).toBeNull();
    const halfSignedIn = client.cookie();
    expect((await complete(client, code())).statusCode).toBe(200);
    expect((await client.request('GET', '/api/admin/analytics')).statusCode).toBe(200);
    // The cookie of the first step is worth nothing any more.
    const thief = httpClient(test.app);
    thief.useCookie(halfSignedIn);
    test.clock.advance(step);
    expect((await complete(thief, code())).statusCode).toBe(410);
    expect((await thief.request('GET', '/api/user')).statusCode).toBe(401);
  });

  it('takes each code once, also 20 times at once', async () => {
    const { user, code } = await withTwoFactor();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login(httpClient(test.app), user, { code: code() })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(19);
    expect((await login(httpClient(test.app), user, { code: code() })).statusCode).toBe(401);
    // Nor one from before the used one.
    expect((await login(httpClient(test.app), user, { code: code(-1) })).statusCode).toBe(401);
    test.clock.advance(step);
    expect((await login(httpClient(test.app), user, { code: code() })).statusCode).toBe(200);
  });

  it('takes each recovery code once, also 20 times at once, and mails that it was used', async () => {
    const { user, recoveryCodes } = await withTwoFactor();
    const [code = '', next = ''] = recoveryCodes;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login(httpClient(test.app), user, { code: code.toUpperCase() })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await login(httpClient(test.app), user, { code })).statusCode).toBe(401);
    expect(
      (await login(httpClient(test.app), user, { code: ` ${next.replace('-', ' ')} ` })).statusCode,
    ).toBe(200);
    const kinds = await mailKinds(user);
    expect(kinds.filter((kind) => kind === 'recovery_code_used')).toHaveLength(2);
    const other = await withTwoFactor();
    expect((await login(httpClient(test.app), other.user, { code: recoveryCodes[2] })).statusCode).toBe(401);
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('with a clock that is %i steps off answers %i', async (stepsFromNow, status) => {
    const { user, code } = await withTwoFactor();
    test.clock.advance(2 * step);
    const answer = await login(httpClient(test.app), user, { code: code(stepsFromNow) });
    expect(answer.statusCode).toBe(status);
  });

  it('ends the wait after five wrong codes, 20 at once included, and tells the owner', async () => {
    const { user, code } = await withTwoFactor();
    const client = httpClient(test.app);
    await login(client, user);
    const cookie = client.cookie();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const same = httpClient(test.app);
        same.useCookie(cookie);
        return complete(same, '000000');
      }),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
    expect((await complete(client, code())).statusCode).toBe(429);
    expect(await mailKinds(user)).toContain('wrong_codes');
    // A new password entry begins anew.
    await login(client, user);
    expect((await complete(client, code())).statusCode).toBe(200);
  });

  it('waits for five minutes', async () => {
    const { user, code } = await withTwoFactor();
    const client = httpClient(test.app);
    await login(client, user);
    test.clock.advance(5 * 60_000);
    const late = await complete(client, code());
    expect(late.json().error.data).toMatchObject({ code: 'gone', httpStatus: 410 });
    expect((await complete(httpClient(test.app), code())).json().error.data.code).toBe('gone');
  });

  it('is given up when the password changes or the account is suspended meanwhile', async () => {
    const { user, client, code } = await withTwoFactor();
    const waiting = httpClient(test.app);
    await login(waiting, user);
    await client.request('POST', '/trpc/security.changePassword', {
      currentPassword: testPassword,
      newPassword: testPassword,
    });
    expect((await complete(waiting, code())).json().error.data.code).toBe('gone');
    await login(waiting, user);
    await test.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', user.userId)
      .execute();
    expect((await complete(waiting, code())).json().error.data.code).toBe('gone');
  });

  it('is not spared by a password reset', async () => {
    const { user, code } = await withTwoFactor();
    await test.caller(null).security.requestPasswordReset({ email: user.email });
    const mail = await test.deps.db
      .selectFrom('mail_messages')
      .select('body_text')
      .where('user_id', '=', user.userId)
      .where('kind', '=', 'password_reset')
      .executeTakeFirstOrThrow();
    const token = /\?token=([\w-]{43})\b/.exec(mail.body_text)?.[1] ?? '';
    await test.caller(null).security.resetPassword({ token, newPassword: testPassword });
    expect((await login(httpClient(test.app), user)).json().code).toBe('two_factor_required');
    expect((await login(httpClient(test.app), user, { code: code() })).statusCode).toBe(200);
  });

  it('is limited per address and account, but a known device of the owner is not locked out (A4)', async () => {
    const strict = await createTestApp({ rateLimitFactor: 1, env: { TRUST_PROXY: '127.0.0.1' } });
    try {
      const user = await strict.createUser({ password: testPassword });
      const attempt = (password: string, ip: string, cookie?: string) =>
        strict.app.inject({
          method: 'POST',
          url: '/api/login',
          headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }) },
          payload: { email: user.email, password },
        });
      const first = await attempt(testPassword, '198.51.100.9');
      const device = [first.headers['set-cookie'] ?? []]
        .flat()
        .map((header) => header.split(';')[0] ?? '')
        .find((pair) => pair.startsWith('device='));
      expect(device).toBeDefined();
      // Strangers from many places use up what the account has.
      for (let tries = 0; tries < 205; tries += 1) {
        await strict.deps.attemptLimits.count('loginPerAccount', user.email).catch(() => undefined);
      }
      expect((await attempt(testPassword, '203.0.113.7')).statusCode).toBe(429);
      expect((await attempt(testPassword, '203.0.113.7', device)).statusCode).toBe(200);
      // A stolen or made-up cookie has its own ten tries, not more.
      for (let tries = 0; tries < 10; tries += 1) {
        expect((await attempt('wrong one', '203.0.113.8', device)).statusCode).toBe(401);
      }
      expect((await attempt(testPassword, '203.0.113.8', device)).statusCode).toBe(429);
      expect((await attempt(testPassword, '203.0.113.9', `device=${'A'.repeat(43)}`)).statusCode).toBe(429);
    } finally {
      await strict.close();
    }
  });
});

describe('turning it off', () => {
  it('needs password and code', async () => {
    const { user, client, code } = await withTwoFactor();
    const off = (password: string, withCode: string) =>
      client.request('POST', '/trpc/security.disableTwoFactor', { password, code: withCode });
    expect((await off('not the one', code())).json().error.data.fields).toHaveProperty('password');
    expect((await off(testPassword, '000000')).json().error.data.fields).toHaveProperty('code');
    expect((await client.request('GET', '/api/user')).json().twoFactorEnabled).toBe(true);
    // The wrong password did not use the code up.
    expect((await off(testPassword, code())).statusCode).toBe(200);
    expect((await login(httpClient(test.app), user)).statusCode).toBe(200);
    expect((await off(testPassword, code(1))).statusCode).toBe(409);
    expect(await mailKinds(user)).toContain('two_factor_off');
  });

  it('new recovery codes end the old ones', async () => {
    const { user, client, code, recoveryCodes } = await withTwoFactor();
    const renewed = await client.request('POST', '/trpc/security.renewRecoveryCodes', {
      password: testPassword,
      code: code(),
    });
    const fresh: string[] = renewed.json().result.data.recoveryCodes;
    expect(fresh).toHaveLength(recoveryCodeCount);
    expect((await login(httpClient(test.app), user, { code: recoveryCodes[0] })).statusCode).toBe(401);
    expect((await login(httpClient(test.app), user, { code: fresh[0] })).statusCode).toBe(200);
    const status = await client.request('GET', '/trpc/security.twoFactorStatus');
    expect(status.json().result.data).toMatchObject({ recoveryCodesLeft: 9, required: false });
  });

  it('an admin resets it for somebody else: audited, mailed, signed out everywhere', async () => {
    const owner = adminOf(await test.createUser({ role: 'admin' }));
    const { user, client } = await withTwoFactor();
    await resetTwoFactor(test.deps, owner, user.userId, origin);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    expect((await login(httpClient(test.app), user)).statusCode).toBe(200);
    expect(await mailKinds(user)).toContain('two_factor_reset');
    const entry = await test.deps.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'user.two_factor_reset')
      .where('subject_id', '=', user.userId)
      .executeTakeFirst();
    expect(entry?.actor_id).toBe(owner.userId);
    await expect(resetTwoFactor(test.deps, owner, user.userId, origin)).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(resetTwoFactor(test.deps, owner, owner.userId, origin)).rejects.toMatchObject({
      code: 'conflict',
    });
    const stale = { ...owner, confirmedAt: '2020-01-01T00:00:00Z' };
    await expect(resetTwoFactor(test.deps, stale, user.userId, origin)).rejects.toMatchObject({
      code: 'step_up_required',
    });
  });
});

describe('requireAdminTwoFactor', () => {
  it('takes the rights of admins without one until they set it up', async () => {
    const owner = adminOf(await test.createUser({ role: 'admin' }));
    const { client } = await signedIn('admin');
    const student = await signedIn();
    const setRequired = (value: boolean) =>
      updateSetting(test.deps, owner, 'requireAdminTwoFactor', value, origin);
    await setRequired(true);
    try {
      const refused = await client.request('GET', '/api/admin/analytics');
      expect(refused.statusCode).toBe(403);
      expect(refused.json().code).toBe('two_factor_setup_required');
      expect((await client.request('GET', '/objects/00000000-0000-4000-8000-000000000000')).statusCode).toBe(
        404,
      );
      const other = await client.request('PUT', `/api/user/${student.user.userId}`, {
        firstName: 'A',
        lastName: 'B',
      });
      expect(other.statusCode).toBe(403);
      expect((await client.request('GET', '/api/user')).json().role).toBe('admin');
      const status = await client.request('GET', '/trpc/security.twoFactorStatus');
      expect(status.json().result.data).toMatchObject({ required: true, enabledAt: null });
      expect((await student.client.request('GET', '/api/admin/analytics')).json().code).toBe('forbidden');
      const person = await withTwoFactor('admin');
      expect((await person.client.request('GET', '/api/admin/analytics')).statusCode).toBe(200);
    } finally {
      await setRequired(false);
    }
    expect((await client.request('GET', '/api/admin/analytics')).statusCode).toBe(200);
  });
});

describe('step-up (M8)', () => {
  it('asks for password and code again after 15 minutes before data is exported', async () => {
    const { user, client, code } = await withTwoFactor('admin');
    await login(client, user, { code: code() });
    const exported = () => client.request('GET', '/api/admin/export-users-csv');
    expect((await exported()).statusCode).toBe(200);
    test.clock.advance(15 * 60_000);
    const refused = await exported();
    expect(refused.statusCode).toBe(403);
    expect(refused.json().code).toBe('step_up_required');
    expect((await client.request('GET', '/api/admin/export-users')).json().code).toBe('step_up_required');
    const confirm = (body: object) => client.request('POST', '/trpc/security.confirmIdentity', body);
    expect((await confirm({ password: 'not the one' })).json().error.data.fields).toHaveProperty('password');
    expect((await confirm({ password: testPassword })).json().error.data.fields).toHaveProperty('code');
    expect((await exported()).statusCode).toBe(403);
    expect((await confirm({ password: testPassword, code: code() })).statusCode).toBe(200);
    expect((await exported()).statusCode).toBe(200);
  });

  it('stamps this session and no other, and needs no code without a second factor', async () => {
    const { user, client } = await signedIn('admin');
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
