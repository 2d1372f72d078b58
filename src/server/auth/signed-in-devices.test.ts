import { describe, expect, it, vi } from 'vitest';
import { dayMs, minuteMs } from '../../shared/durations.ts';
import { type HttpClient, httpClient, registration } from '../../testing/http-client.ts';
import { auditEntries, changeUser, emailsTo } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { readConfig } from '../config/config.ts';
import { createPasswords } from '../platform/crypto/passwords.ts';
import { saveSettings } from '../settings/settings.operations.ts';
import { ensureAdmin } from './configured-admin.operations.ts';
import { deviceLabel } from './device-label.ts';
import { sweepSignIns } from './sign-ins.operations.ts';
import { endAllSessionsOf } from './signed-in-devices.operations.ts';

const test = setUpTestApp({ env: { TRUST_PROXY: '127.0.0.1', COUNTRY_HEADER: 'CF-IPCountry' } });

const metadata = { ip: '127.0.0.1', requestId: 'test', userAgent: null };
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

type ClientOrigin = { ip?: string; userAgent?: string; country?: string };

async function login(
  user: TestUser,
  from: ClientOrigin = {},
  client = httpClient(test.app),
): Promise<HttpClient> {
  const response = await client.request(
    'POST',
    '/api/login',
    { email: user.email, password: testPassword },
    {
      'x-forwarded-for': from.ip ?? '203.0.113.7',
      'user-agent': from.userAgent ?? chrome,
      ...(from.country !== undefined && { 'cf-ipcountry': from.country }),
    },
  );
  expect(response.statusCode, response.body).toBe(200);
  return client;
}

const person = () => test.createUser({ password: testPassword });
const sessionsOf = async (client: HttpClient) =>
  (await client.request('GET', '/trpc/security.listSessions')).json().result.data;
const isSignedIn = async (client: HttpClient) =>
  (await client.request('GET', '/api/user')).statusCode === 200;

async function storedSession({ userId }: TestUser) {
  const rows = test.deps.db.selectFrom('sessions').select('sess').where('user_id', '=', userId);
  return (await rows.executeTakeFirstOrThrow()).sess;
}

async function newSignInEmails(user: TestUser): Promise<string[]> {
  const rows = await emailsTo(test, user, 'new_sign_in');
  return rows.map(({ body_text }) => body_text);
}

describe('managing sessions', () => {
  it('lists the device and the masked IP address of each session, marks the current one, and reveals nothing from the cookie', async () => {
    const user = await person();
    const here = await login(user);
    await login(user, { ip: '2001:db8:7:8::9', userAgent: safari });
    const response = await here.request('GET', '/trpc/security.listSessions');
    const list = response.json().result.data;
    expect(list).toHaveLength(2);
    const mine = list.find((session: { current: boolean }) => session.current);
    expect(mine).toMatchObject({ device: 'Chrome on Windows', address: '203.0.113.*' });
    expect(list.find((session: { current: boolean }) => !session.current)).toMatchObject({
      device: 'Safari on iPhone',
      address: '2001:db8:7:*',
    });
    const rows = await test.deps.db
      .selectFrom('sessions')
      .select('sid')
      .where('user_id', '=', user.userId)
      .execute();
    for (const { sid } of rows) expect(response.body).not.toContain(sid);
  });

  it('ends one of the user’s own sessions, and does not find those of another user', async () => {
    const user = await person();
    const [here, elsewhere, otherUser] = [await login(user), await login(user), await login(await person())];
    const end = (client: HttpClient, id: string) =>
      client.request('POST', '/trpc/security.endSession', { id });
    const [foreign] = await sessionsOf(otherUser);
    expect((await end(here, foreign.id)).statusCode).toBe(404);
    expect((await end(here, '00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
    expect(await isSignedIn(otherUser)).toBe(true);
    const other = (await sessionsOf(here)).find((session: { current: boolean }) => !session.current);
    const responses = await Promise.all(Array.from({ length: 20 }, () => end(here, other.id)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
  });

  it('ends all other sessions, with an audit entry only if there were other sessions', async () => {
    const user = await person();
    const clients = [await login(user), await login(user), await login(user)];
    const otherUser = await login(await person());
    const [here, ...others] = clients;
    if (!here) throw new Error('no client');
    const response = await here.request('POST', '/trpc/security.endOtherSessions', {});
    expect(response.json().result.data).toEqual({ ended: 2 });
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
    expect(await isSignedIn(otherUser)).toBe(true);
    const again = await here.request('POST', '/trpc/security.endOtherSessions', {});
    expect(again.json().result.data).toEqual({ ended: 0 });
    const about = { subject_id: user.userId, action: 'user.other_sessions_ended' };
    expect(await auditEntries(test, about)).toHaveLength(1);
  });

  it('an admin ends all of a user’s sessions, with immediate effect and an audit entry', async () => {
    const admin = { ...(await test.createUser({ role: 'admin' })), role: 'admin' as const };
    const user = await person();
    const client = await login(user);
    expect(await endAllSessionsOf(test.deps, admin, user.userId, metadata)).toBe(1);
    expect(await isSignedIn(client)).toBe(false);
    expect(
      await auditEntries(test, { subject_id: user.userId, action: 'user.sessions_ended' }),
    ).toMatchObject([{ actor_id: admin.userId }]);
    await expect(
      endAllSessionsOf(test.deps, admin, '00000000-0000-4000-8000-000000000000', metadata),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a new role ends the user’s sessions immediately', async () => {
    const user = await person();
    const client = await login(user);
    await ensureAdmin(test.deps, { email: user.email, password: testPassword });
    expect(await isSignedIn(client)).toBe(false);
    expect((await client.request('GET', '/api/admin/analytics')).statusCode).toBe(401);
  });

  it('logging out invalidates copied cookies and makes the browser clear its stored data', async () => {
    const client = await login(await person());
    const copied = client.cookie();
    const response = await client.request('POST', '/trpc/auth.logout', {});
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"');
    const thief = httpClient(test.app);
    thief.setCookie(copied);
    expect(await isSignedIn(thief)).toBe(false);
    expect((await thief.request('POST', '/api/logout')).headers['clear-site-data']).toBeDefined();
    expect((await client.request('GET', '/trpc/auth.me')).headers['clear-site-data']).toBeUndefined();
  });
});

describe('login history', () => {
  it('shows a user’s successful and failed logins only to that user', async () => {
    const user = await person();
    const client = await login(user);
    await client.request('POST', '/api/login', { email: user.email, password: 'wrong one' });
    await httpClient(test.app).request('POST', '/api/login', {
      email: 'nobody@example.test',
      password: 'wrong one',
    });
    const history = await test.caller(user).security.signInHistory();
    expect(history.map(({ outcome }) => outcome)).toEqual(['wrong_password', 'signed_in']);
    expect(history[1]).toMatchObject({ device: 'Chrome on Windows', address: '203.0.113.*' });
    const otherUser = await person();
    expect(await test.caller(otherUser).security.signInHistory()).toEqual([]);
  });

  it('deletes IP addresses and attempts on unknown accounts after 30 days, and all rows after 13 months', async () => {
    const user = await person();
    await login(user);
    const stored = () =>
      test.deps.db.selectFrom('sign_ins').select('ip').where('user_id', '=', user.userId).execute();
    test.clock.advance(29 * dayMs);
    await sweepSignIns(test.deps);
    expect(await stored()).toEqual([{ ip: '203.0.113.7' }]);
    test.clock.advance(2 * dayMs);
    await sweepSignIns(test.deps);
    expect(await stored()).toEqual([{ ip: null }]);
    const unknown = await test.deps.db
      .selectFrom('sign_ins')
      .where('user_id', 'is', null)
      .selectAll()
      .execute();
    expect(unknown).toEqual([]);
    test.clock.advance(366 * dayMs);
    await sweepSignIns(test.deps);
    expect(await stored()).toEqual([]);
    test.clock.advance(-397 * dayMs);
  });
});

describe('new-device email', () => {
  it('a login sends a new-device email, unless the device is known by its cookie or by its browser and network; a registration sends none', async () => {
    const user = await person();
    const client = await login(user);
    expect(await newSignInEmails(user)).toHaveLength(1);
    // The same browser on the same network, with and without its cookie.
    await login(user, {}, client);
    await login(user, { ip: '203.0.113.99' });
    expect(await newSignInEmails(user)).toHaveLength(1);
    // The cookie identifies the device on any network.
    await login(user, { ip: '198.51.100.1' }, client);
    expect(await newSignInEmails(user)).toHaveLength(1);
    await login(user, { ip: '192.0.2.1', userAgent: safari });
    const emails = await newSignInEmails(user);
    expect(emails).toHaveLength(2);
    expect(emails.at(-1)).toContain('Safari on iPhone');
    expect(emails.at(-1)).toContain('/forgot-password');

    const fresh = httpClient(test.app);
    const body = registration();
    const registered = await fresh.request('POST', '/api/register', body);
    const account = { userId: registered.json().id, role: 'user' as const, email: String(body.email) };
    expect(await newSignInEmails(account)).toEqual([]);
    expect((await test.caller(account).security.signInHistory())[0]?.outcome).toBe('registered');
  });

  it('the device cookie is stored only as a hash and hidden from scripts', async () => {
    const user = await person();
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: user.email, password: testPassword },
    });
    const header = [response.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('device='));
    expect(header).toMatch(/HttpOnly/);
    expect(header).toMatch(/SameSite=Lax/);
    expect(header).not.toMatch(/Domain/);
    const token = /^device=([\w-]{43});/.exec(header ?? '')?.[1] ?? 'none';
    const rows = await test.deps.db.selectFrom('known_devices').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(test.logs.join('')).not.toContain(token);
  });

  it('a device is new for a user even if another user has logged in on it', async () => {
    const [first, second] = [await person(), await person()];
    const client = await login(first);
    await login(second, { ip: '198.51.100.77' }, client);
    expect(await newSignInEmails(second)).toHaveLength(1);
  });
});

describe('the country of a login', () => {
  it('is in the list of devices and in the new-device email, and stays when the session is used elsewhere', async () => {
    const user = await person();
    const client = await login(user, { country: 'DE' });
    expect(await newSignInEmails(user)).toEqual([expect.stringContaining('Country: Germany\n')]);
    test.clock.advance(11 * minuteMs);
    await client.request('GET', '/api/user', undefined, {
      'x-forwarded-for': '198.51.100.1',
      'cf-ipcountry': 'FR',
    });
    const [session] = await sessionsOf(client);
    expect(session).toMatchObject({ country: 'Germany', address: '203.0.113.*' });
    expect(Date.parse(session.lastSeenAt) - Date.parse(session.createdAt)).toBeGreaterThan(10 * minuteMs);
  });

  it.each(['XX', 'T1', undefined])('is left out if the proxy sends %s', async (country) => {
    const user = await person();
    const client = await login(user, country === undefined ? {} : { country });
    expect(await storedSession(user)).not.toHaveProperty('country');
    expect((await sessionsOf(client))[0]).not.toHaveProperty('country');
    expect((await newSignInEmails(user))[0]).not.toContain('Country');
  });

  it.each([
    ['from a peer that is no trusted proxy', '198.51.100.7', { 'x-forwarded-for': '203.0.113.7' }],
    ['that a trusted proxy did not forward', '127.0.0.1', {}],
  ])('is not read from a request %s', async (_which, remoteAddress, headers) => {
    const user = await person();
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress,
      headers: { ...headers, 'cf-ipcountry': 'DE' },
      payload: { email: user.email, password: testPassword },
    });
    expect(response.statusCode, response.body).toBe(200);
    expect(await storedSession(user)).not.toHaveProperty('country');
  });
});

describe('failed logins', () => {
  it('a wrong password, an unknown email and a suspended account get the same response and cause the same work', async () => {
    const user = await person();
    const suspended = await person();
    await changeUser(test, suspended, { suspended_at: new Date() });
    const matches = vi.spyOn(test.deps.passwords, 'matches');
    const countRows = async () => (await test.deps.db.selectFrom('sign_ins').select('id').execute()).length;
    try {
      for (const [email, password] of [
        [user.email, 'wrong one'],
        ['nobody@example.test', testPassword],
        [suspended.email, testPassword],
      ]) {
        const before = await countRows();
        matches.mockClear();
        const response = await httpClient(test.app).request('POST', '/api/login', { email, password });
        expect(response.statusCode).toBe(401);
        expect(response.json()).toEqual({
          message: 'Invalid credentials',
          code: 'invalid_credentials',
          requestId: expect.any(String),
        });
        expect(matches).toHaveBeenCalledTimes(1);
        expect(await countRows()).toBe(before + 1);
      }
    } finally {
      matches.mockRestore();
    }
    const passwords = await createPasswords(readConfig({}).passwordCost);
    const hash = await passwords.hash(testPassword);
    const fastest = async (candidate: string | undefined) => {
      const times: number[] = [];
      for (let round = 0; round < 7; round += 1) {
        const start = performance.now();
        await passwords.matches(candidate, 'wrong one');
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    // Without the dummy hash, the check for an unknown email would be thousands of times faster.
    expect((await fastest(undefined)) / (await fastest(hash))).toBeGreaterThan(0.05);
  });
});

describe('passwordPolicy = strict', () => {
  it('rejects common passwords at registration and on a change, and short passwords of admins', async () => {
    const admin = { ...(await test.createUser({ role: 'admin' })), role: 'admin' as const };
    const register = (password: string) =>
      httpClient(test.app).request('POST', '/api/register', registration({ password }));
    const change = (user: TestUser, newPassword: string) =>
      test.caller(user).security.changePassword({ currentPassword: testPassword, newPassword });
    expect((await register('password1')).statusCode).toBe(201);
    await saveSettings(test.deps, admin, [{ key: 'passwordPolicy', value: 'strict' }], metadata);
    try {
      const rejected = await register('Password1');
      expect(rejected.statusCode).toBe(400);
      expect(rejected.json().fields.password).toContain('attackers try first');
      expect((await register('k7!mnq')).statusCode).toBe(201);
      const user = await person();
      await expect(change(user, 'iloveyou')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      await change(user, 'k7!mnq');
      const otherAdmin = await test.createUser({ role: 'admin', password: testPassword });
      await expect(change(otherAdmin, 'k7!mnq-xy19')).rejects.toMatchObject({
        message: 'Passwords of admins and coaches must be at least 12 characters',
      });
      await test.caller(null).security.requestPasswordReset({ email: otherAdmin.email });
      const [email] = await emailsTo(test, otherAdmin, 'password_reset');
      const token = /\?token=([\w-]{43})\b/.exec(email?.body_text ?? '')?.[1] ?? '';
      const reset = (newPassword: string) => test.caller(null).security.resetPassword({ token, newPassword });
      await expect(reset('short one')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      // The rejected attempt did not use up the link.
      await reset('four lanterns by the river');
    } finally {
      await saveSettings(test.deps, admin, [{ key: 'passwordPolicy', value: 'standard' }], metadata);
    }
  });
});

describe('labels of devices', () => {
  it.each([
    [chrome, 'Chrome on Windows'],
    [safari, 'Safari on iPhone'],
    [`${chrome} Edg/142.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.5.0', 'curl'],
    ['\r\nforged', 'Unknown device'],
    [null, 'Unknown device'],
  ])('labels the user agent %j as “%s”', (userAgent, label) => {
    expect(deviceLabel(userAgent)).toBe(label);
  });
});
