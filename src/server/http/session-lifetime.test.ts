import { expect, it } from 'vitest';
import { hourMs } from '../../shared/durations.ts';
import { httpClient } from '../../testing/http-client.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';

const test = setUpTestApp({ env: { SESSION_IDLE_DAYS: '1', SESSION_MAX_DAYS: '2' } });

it('a session ends after the configured total time, and after the configured time without use', async () => {
  const user = await test.createUser({ password: testPassword });
  const client = httpClient(test.app);
  const signIn = () => client.request('POST', '/api/login', { email: user.email, password: testPassword });
  const status = async () => (await client.request('GET', '/api/user')).statusCode;
  expect(String((await signIn()).headers['set-cookie'])).toContain(`Max-Age=${2 * 24 * 60 * 60};`);
  test.clock.advance(23 * hourMs);
  expect(await status()).toBe(200);
  test.clock.advance(23 * hourMs);
  expect(await status()).toBe(200);
  test.clock.advance(2 * hourMs);
  expect(await status()).toBe(401);
  await signIn();
  test.clock.advance(24 * hourMs);
  expect(await status()).toBe(401);
});
