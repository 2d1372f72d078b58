import { describe, expect, it, onTestFinished } from 'vitest';
import { httpClient, registration, signedIn } from '../../testing/http-client.ts';
import { createTestApp, setUpTestApp, testPassword } from '../../testing/test-app.ts';

const test = setUpTestApp();

async function countUsers(): Promise<number> {
  const { count } = await test.deps.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('register over REST', () => {
  it('registers and logs in a user without documents, and returns 201 with the user', async () => {
    const client = httpClient(test.app);
    const response = await client.request('POST', '/api/register', registration({ documentImageUrl1: null }));
    expect(response.statusCode).toBe(201);
    const user = await client.request('GET', '/api/user');
    expect(user.statusCode).toBe(200);
    expect(user.json()).toEqual(response.json());
    expect(user.json()).toMatchObject({
      role: 'user',
      kycStatus: 'pending',
      kycSubmitted: false,
      purchases: [],
    });
  });

  it.each([
    ['email', 'nobody'],
    ['password', '12345'],
    ['firstName', 'D'],
    ['lastName', ''],
    ['documentType', 'library_card'],
    ['documentNumber', ''],
    ['dateOfBirth', '2001-02-30'],
    ['dateOfBirth', '2999-01-01'],
    ['phoneNumber', 'call me'],
    ['city', 'a\u0000b'],
    ['address', 42],
  ])('rejects %s = %j with an error for the field, and creates no user', async (field, value) => {
    const body = registration({ [field]: value });
    const before = await countUsers();
    const response = await httpClient(test.app).request('POST', '/api/register', body);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toContain(field);
    expect(response.json().requestId).toBe(response.headers['x-request-id']);
    expect(await countUsers()).toBe(before);
  });

  it('names each identity field that is missing', async () => {
    const response = await httpClient(test.app).request('POST', '/api/register', {});
    expect(response.json().fields).toMatchObject({
      documentType: 'Document type is required',
      documentNumber: 'Document number is required',
      dateOfBirth: 'Date of birth is required',
      phoneNumber: 'Phone number is required',
      address: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      country: 'Country is required',
      postalCode: 'Postal code is required',
    });
  });

  it('creates one account for twenty concurrent requests, ignoring the case of the email address', async () => {
    const email = `race-${Date.now()}@example.test`;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        httpClient(test.app).request(
          'POST',
          '/api/register',
          registration({ email: index % 2 === 0 ? email : ` ${email.toUpperCase()} ` }),
        ),
      ),
    );
    const statuses = responses.map((response) => response.statusCode).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const rejected = responses.find((response) => response.statusCode === 409);
    expect(rejected?.json().message).toBe('An account with this email already exists');
  });
});

describe('login', () => {
  it('stores only a hash of the session id and a PHC string of the password', async () => {
    const { user } = await signedIn(test);
    const row = await test.deps.db
      .selectFrom('users')
      .innerJoin('sessions', 'sessions.user_id', 'users.id')
      .select(['password_hash', 'sid'])
      .where('users.id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$/);
    expect(row.sid).toMatch(/^[0-9a-f]{64}$/);
  });

  it('ignores the case of the email address', async () => {
    const user = await test.createUser({ password: testPassword });
    const response = await httpClient(test.app).request('POST', '/api/login', {
      email: user.email.toUpperCase(),
      password: testPassword,
    });
    expect(response.statusCode).toBe(200);
  });

  it('issues a new session id and ends the previous session', async () => {
    const { user, client } = await signedIn(test);
    const before = client.cookie();
    await client.request('POST', '/api/login', { email: user.email, password: testPassword });
    const replay = httpClient(test.app);
    replay.setCookie(before);
    expect((await replay.request('GET', '/api/user')).statusCode).toBe(401);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(200);
  });

  it('sets a small HttpOnly cookie without a domain', async () => {
    const user = await test.createUser({ password: testPassword });
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: user.email, password: testPassword },
    });
    const cookie = String(response.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\/(;|$)/);
    expect(cookie).not.toMatch(/Domain/);
    expect(cookie.length).toBeLessThan(4_096);
  });

  it.each([
    ['invalid percent-encoding', 'session=%E0%A4%A'],
    ['a separator in the value', 'session=abc;def'],
    ['a value that is too short', 'session=AAAA'],
    ['a value of 7,000 characters', `session=${'x'.repeat(7_000)}`],
  ])('treats a request with a broken cookie as logged out: %s', async (_problem, cookie) => {
    const response = await test.app.inject({ method: 'GET', url: '/api/user', headers: { cookie } });
    expect(response.statusCode).toBe(401);
  });
});

describe('rate limits', () => {
  it('after ten wrong passwords, over REST and tRPC combined, rejects even the right password, but not from another IP address', async () => {
    const own = await createTestApp({ rateLimitFactor: 1, env: { TRUST_PROXY: '127.0.0.1' } });
    onTestFinished(() => own.close());
    const user = await own.createUser({ password: testPassword });
    const attempt = (index: number, password: string, ip: string) =>
      own.app.inject({
        method: 'POST',
        url: index % 2 === 0 ? '/api/login' : '/trpc/auth.login',
        headers: { 'x-forwarded-for': ip },
        payload: { email: index % 3 === 0 ? user.email.toUpperCase() : user.email, password },
      });
    for (let index = 0; index < 10; index += 1) {
      // Some proxies append the port of each connection.
      const ip = index < 5 ? '203.0.113.7' : `203.0.113.7:${52_000 + index}`;
      expect((await attempt(index, 'wrong password', ip)).statusCode).toBe(401);
    }
    for (const index of [0, 1]) {
      const rejected = await attempt(index, testPassword, '203.0.113.7');
      expect(rejected.statusCode).toBe(429);
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await attempt(0, testPassword, '198.51.100.9')).statusCode).toBe(200);
  });

  it('ignores X-Forwarded-For unless the caller is a trusted proxy', async () => {
    const own = await createTestApp({ rateLimitFactor: 1 });
    onTestFinished(() => own.close());
    const user = await own.createUser({ password: testPassword });
    const statuses = [];
    for (let index = 0; index < 12; index += 1) {
      const response = await own.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'x-forwarded-for': `203.0.113.${index}` },
        payload: { email: user.email, password: 'wrong password' },
      });
      statuses.push(response.statusCode);
    }
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it('executes none of the logins in a batch of more than ten calls', async () => {
    const user = await test.createUser({ password: testPassword });
    const calls = Array.from({ length: 11 }, () => 'auth.login').join(',');
    const payload = Object.fromEntries(
      Array.from({ length: 11 }, (_, index) => [index, { email: user.email, password: testPassword }]),
    );
    const response = await test.app.inject({ method: 'POST', url: `/trpc/${calls}?batch=1`, payload });
    expect(response.statusCode).toBe(400);
    const sessions = await test.deps.db
      .selectFrom('sessions')
      .select('sid')
      .where('user_id', '=', user.userId)
      .execute();
    expect(sessions).toHaveLength(0);
  });
});

describe('PUT /api/user/{id}', () => {
  it('changes only the caller’s first and last name', async () => {
    const { user, client } = await signedIn(test);
    const response = await client.request('PUT', `/api/user/${user.userId}`, {
      firstName: '  Ada ',
      lastName: 'X',
      email: 'other@example.test',
      role: 'admin',
      kycStatus: 'approved',
      purchases: ['pdf-1'],
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      firstName: 'Ada',
      lastName: 'X',
      email: user.email,
      role: 'user',
      kycStatus: 'pending',
      purchases: [],
    });
  });

  it('trims names, accepts empty names, and rejects names that are not text, have control characters or exceed 100 characters', async () => {
    const { user, client } = await signedIn(test);
    const save = (firstName: unknown, lastName: unknown) =>
      client.request('PUT', `/api/user/${user.userId}`, { firstName, lastName, email: user.email });
    for (const [first, last] of [
      ['', ''],
      ['Zoë 😀', "O'Neil-Smith"],
      ['', 'X'],
      ['a'.repeat(100), '   '],
    ] as const) {
      const response = await save(first, last);
      expect(response.statusCode, response.body).toBe(200);
      expect(response.json()).toMatchObject({ firstName: first, lastName: last.trim() });
    }
    for (const bad of ['a'.repeat(101), 'a\u0000b', 'a\nb', 7, null]) {
      const response = await save('Ada', bad);
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().fields)).toEqual(['lastName']);
    }
  });

  it('rejects the id of another user with the same response as an unknown id', async () => {
    const { client } = await signedIn(test);
    const other = await test.createUser();
    const put = (id: string) => client.request('PUT', `/api/user/${id}`, { firstName: 'A', lastName: 'B' });
    const responses = [await put(other.userId), await put('00000000-0000-4000-8000-000000000000')];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    const [known, unknown] = responses.map((response) => ({ ...response.json(), requestId: '' }));
    expect(known).toEqual(unknown);
    expect((await client.request('PUT', '/api/user/7', { firstName: 'A', lastName: 'B' })).statusCode).toBe(
      400,
    );
  });
});

describe('GET /api/user', () => {
  it('returns only the documented fields', async () => {
    const { client } = await signedIn(test);
    const body = (await client.request('GET', '/api/user')).json();
    expect(Object.keys(body).toSorted()).toEqual([
      'createdAt',
      'customPlanAmount',
      'customPlanDescription',
      'email',
      'emailVerified',
      'firstName',
      'id',
      'kycStatus',
      'kycSubmitted',
      'lastName',
      'profileImageUrl',
      'purchases',
      'role',
      'subscriptionPlan',
      'twoFactorEnabled',
    ]);
  });
});
