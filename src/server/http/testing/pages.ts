import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type HttpClient, signIn } from '../../../testing/http-client.ts';
import { type TestApp, testPassword } from '../../../testing/test-app.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** Builds the client, unless it is up to date, so that the server can render its pages. */
export async function buildClient(): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(root, 'src/client/build.ts')], { cwd: root });
}

/** Creates a user and logs them in. @returns an HTTP client with the user's session */
export async function logIn(
  test: TestApp,
  firstName: string,
  role: 'user' | 'admin' = 'user',
): Promise<HttpClient> {
  return signIn(test.app, await test.createUser({ firstName, role, password: testPassword }));
}

/** The state that the server embedded in a page. */
export function stateOf(html: string): Record<string, unknown> {
  const text = /id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return JSON.parse(text) as Record<string, unknown>;
}
