import { expect } from 'vitest';
import { type HttpClient, httpClient } from '../../../testing/http-client.ts';
import { type TestApp, testPassword } from '../../../testing/test-app.ts';

/** The client of a new user who has logged in. */
export async function logIn(
  test: TestApp,
  firstName: string,
  role: 'user' | 'admin' = 'user',
): Promise<HttpClient> {
  const { email } = await test.createUser({ firstName, role, password: testPassword });
  const client = httpClient(test.app);
  const answer = await client.request('POST', '/api/login', { email, password: testPassword });
  expect(answer.statusCode).toBe(200);
  return client;
}

/** The data that a page contains. */
export function stateOf(html: string): Record<string, unknown> {
  const text = /id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return JSON.parse(text) as Record<string, unknown>;
}
