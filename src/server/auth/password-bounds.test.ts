import argon2 from 'argon2';
import { beforeAll, describe, expect, it } from 'vitest';
import { httpClient, registration } from '../../testing/http-client.ts';
import { changeUser } from '../../testing/rows.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';

const test = setUpTestApp();
let hashes = 0;

beforeAll(async () => {
  const { hash, matches, ...rest } = test.deps.passwords;
  Object.defineProperty(test.deps, 'passwords', {
    value: {
      ...rest,
      hash: (password: string) => {
        hashes += 1;
        return hash(password);
      },
      matches: (known: string | undefined, password: string) => {
        hashes += 1;
        return matches(known, password);
      },
    },
  });
});

const send = (path: '/api/login' | '/api/register', body: Record<string, unknown>) =>
  test.app.inject({ method: 'POST', url: path, payload: body });

describe('input limits that apply before hashing', () => {
  it.each([
    ['a password of 257 characters', { password: 'x'.repeat(257) }],
    ['a password of 900 kB', { password: 'x'.repeat(900_000) }],
    ['a password with NUL', { password: 'correct\u0000horse' }],
    ['a password with a lone surrogate', { password: 'correct \ud800 horse' }],
    ['an email of 300 characters', { email: `${'a'.repeat(288)}@example.test` }],
    ['an email with NUL', { email: 'a\u0000b@example.test' }],
    ['a name of 10 000 characters', { firstName: 'x'.repeat(10_000) }],
    ['a name with NUL', { lastName: 'Whit\u0000field' }],
    ['a name with a lone surrogate', { firstName: 'Dana \udfff' }],
    ['an address of 10 000 characters', { address: 'x'.repeat(10_000) }],
    ['numbers instead of strings', { password: 12_345_678, email: 7 }],
  ])('rejects %s with status 400, without computing a hash', async (_what, change) => {
    const before = hashes;
    const response = await send('/api/register', registration(change));
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields).toSorted()).toEqual(Object.keys(change).toSorted());
    if ('password' in change || 'email' in change) {
      const login = { email: 'a@example.test', password: 'long enough', ...change };
      expect((await send('/api/login', login)).statusCode).toBe(400);
    }
    expect(hashes).toBe(before);
  });

  it.each([
    ['with spaces at the ends', '  two spaces each  '],
    ['in another script', 'пароль длинный'],
    ['in a right-to-left script', 'סיסמה ארוכה מאוד'],
    ['with emoji', '🂡🂮🂭🂫🂪 royal'],
    ['of 256 characters', '0123456789abcdef'.repeat(16)],
    ['with a letter followed by a combining accent', 'café au lait'.normalize('NFD')],
  ])('a password %s is compared byte for byte', async (_what, password) => {
    const body = registration({ password });
    expect((await send('/api/register', body)).statusCode).toBe(201);
    expect((await send('/api/login', { email: body.email, password })).statusCode).toBe(200);
    for (const other of [password.trim(), password.normalize('NFC'), `${password} `.slice(0, 256)]) {
      if (other === password) continue;
      expect((await send('/api/login', { email: body.email, password: other })).statusCode).toBe(401);
    }
  });
});

describe('an academy that hashes passwords at the same cost as in production', () => {
  const real = setUpTestApp({ realHashes: true });

  it('a fresh database has no admin, and registration cannot create one', async () => {
    const admins = () => real.deps.db.selectFrom('users').select('id').where('role', '=', 'admin').execute();
    expect(await admins()).toEqual([]);
    const response = await real.app.inject({
      method: 'POST',
      url: '/api/register',
      payload: registration({ role: 'admin', isAdmin: true }),
    });
    expect(response.statusCode).toBe(201);
    expect(response.json().role).toBe('user');
    expect(await admins()).toEqual([]);
  });

  it('registration stores a hash at full cost', async () => {
    const body = registration();
    expect((await httpClient(real.app).request('POST', '/api/register', body)).statusCode).toBe(201);
    expect(costOf(await storedHash(body.email))).toEqual(fullCost);
  });

  it('a successful login replaces a hash that has weaker parameters, and later logins keep the new hash', async () => {
    const user = await real.createUser({ password: testPassword });
    const weak = await argon2.hash(testPassword, { type: argon2.argon2id, memoryCost: 8_192, timeCost: 1 });
    await changeUser(real, user, { password_hash: weak });
    const client = httpClient(real.app);
    const login = (password: string) => client.request('POST', '/api/login', { email: user.email, password });
    expect((await login('not the one')).statusCode).toBe(401);
    expect(await storedHash(user.email)).toBe(weak);
    expect((await login(testPassword)).statusCode).toBe(200);
    const renewed = await storedHash(user.email);
    expect(costOf(renewed)).toEqual(fullCost);
    expect((await login(testPassword)).statusCode).toBe(200);
    expect(await storedHash(user.email)).toBe(renewed);
  });

  const fullCost = ['argon2id', 'v=19', 'm=19456', 'p=1', 't=2'];

  /** The kind, version and cost parameters of a hash. Sorts the parameters, whose order the library determines. */
  function costOf(hash: string): string[] {
    const [, kind = '', version = '', numbers = ''] = hash.split('$');
    return [kind, version, ...numbers.split(',').toSorted()];
  }

  async function storedHash(email: unknown): Promise<string> {
    const row = await real.deps.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', String(email))
      .executeTakeFirstOrThrow();
    return row.password_hash;
  }
});
