import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { httpClient, signIn } from '../../testing/http-client.ts';
import { createTestApp, testPassword } from '../../testing/test-app.ts';

describe('a session', () => {
  it('ends after 14 days without use, and after 60 days in any case', async () => {
    const own = await createTestApp();
    try {
      const start = new Date('2026-11-21T12:00:00Z').getTime();
      own.clock.set(new Date(start));
      const user = await own.createUser({ password: testPassword });
      const client = await signIn(own.app, user);
      for (let passed = 10; passed < 60; passed += 10) {
        own.clock.set(new Date(start + passed * dayMs));
        expect((await client.request('GET', '/api/user')).statusCode).toBe(200);
      }
      own.clock.set(new Date(start + 60 * dayMs));
      expect((await client.request('GET', '/api/user')).statusCode).toBe(401);

      await client.request('POST', '/api/login', { email: user.email, password: testPassword });
      own.clock.set(new Date(start + 74 * dayMs + 1));
      expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    } finally {
      await own.close();
    }
  });

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
