import { describe, expect, it } from 'vitest';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';
import { buildApp } from '../app.ts';

const oldSecret = 'the secret of last year and long enough';
const newSecret = 'the secret of this year and long enough';

const test = setUpTestApp({ env: { SESSION_SECRET: oldSecret } });

async function appWith(sessionSecrets: string[]) {
  const app = await buildApp({ deps: test.deps, disk: test.disk, sessionSecrets });
  await app.ready();
  return app;
}
type App = Awaited<ReturnType<typeof appWith>>;

async function cookieOf(app: App): Promise<string> {
  const user = await test.createUser({ password: testPassword });
  const response = await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: user.email, password: testPassword },
  });
  expect(response.statusCode).toBe(200);
  return [response.headers['set-cookie'] ?? []]
    .flat()
    .map((header) => header.split(';')[0])
    .join('; ');
}

const statusWith = async (app: App, cookie: string) =>
  (await app.inject({ method: 'GET', url: '/api/user', headers: { cookie } })).statusCode;

describe('rotation of the session secret', () => {
  it('keeps sessions, encrypts new cookies with the new secret, and ends the sessions of cookies whose secret is removed', async () => {
    const [before, prepared, during, after] = await Promise.all([
      appWith([oldSecret]),
      appWith([oldSecret, newSecret]),
      appWith([newSecret, oldSecret]),
      appWith([newSecret]),
    ]);
    try {
      const cookie = await cookieOf(before);
      expect(await statusWith(during, cookie)).toBe(200);
      // A request whose cookie is encrypted with an unknown secret counts as logged out, and does not fail with 500.
      expect(await statusWith(after, cookie)).toBe(401);
      const fresh = await cookieOf(during);
      expect(await statusWith(after, fresh)).toBe(200);
      expect(await statusWith(before, fresh)).toBe(401);
      // Before a rolling restart, all servers get the new secret as their second secret.
      expect(await statusWith(prepared, fresh)).toBe(200);
      expect(await statusWith(during, await cookieOf(prepared))).toBe(200);
    } finally {
      await Promise.all([before.close(), prepared.close(), during.close(), after.close()]);
    }
  });
});
