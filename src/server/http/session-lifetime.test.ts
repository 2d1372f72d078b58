import { describe, expect, it } from 'vitest';
import { hourMs } from '../../shared/durations.ts';
import { httpClient } from '../../testing/http-client.ts';
import { createTestApp, testPassword } from '../../testing/test-app.ts';

describe('a session', () => {
  it('ends after the configured time', async () => {
    const own = await createTestApp({ env: { SESSION_IDLE_DAYS: '1', SESSION_MAX_DAYS: '2' } });
    try {
      const user = await own.createUser({ password: testPassword });
      const client = httpClient(own.app);
      const signIn = () =>
        client.request('POST', '/api/login', { email: user.email, password: testPassword });
      const status = async () => (await client.request('GET', '/api/user')).statusCode;
      expect(String((await signIn()).headers['set-cookie'])).toContain(`Max-Age=${2 * 24 * 60 * 60};`);
      own.clock.advance(23 * hourMs);
      expect(await status()).toBe(200);
      own.clock.advance(23 * hourMs);
      expect(await status()).toBe(200);
      own.clock.advance(2 * hourMs);
      expect(await status()).toBe(401);
      await signIn();
      own.clock.advance(24 * hourMs);
      expect(await status()).toBe(401);
    } finally {
      await own.close();
    }
  });
});
