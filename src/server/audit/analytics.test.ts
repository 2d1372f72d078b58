import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyticsEvents } from '../../shared/admin/analytics-events.ts';
import { httpClient } from '../../testing/http-client.ts';
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Names that stand in a file which writes events, as the first thing that is handed over or as a choice of it. */
function writtenNames(): Set<string> {
  const files = globSync('src/server/**/*.operations.ts').map((file) => readFileSync(file, 'utf8'));
  const writers = files.filter((text) => text.includes('recordEvent(trx') || text.includes('recordEvent(db'));
  return new Set(writers.flatMap((text) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, name]) => name ?? '')));
}

it('has a writer for every event that is on the list', () => {
  const written = writtenNames();
  expect(written.size).toBeGreaterThan(20);
  expect(Object.keys(analyticsEvents).filter((name) => !written.has(name))).toEqual([]);
});

it('counts every sign-in, and none that failed', async () => {
  const user = await app.createUser({ password: testPassword });
  const client = httpClient(app.app);
  const login = (password: string) => client.request('POST', '/api/login', { email: user.email, password });
  await login('not the password');
  await login(testPassword);
  await login(testPassword);
  const rows = await app.deps.db
    .selectFrom('analytics_events')
    .select(['event_name', 'properties'])
    .where('user_id', '=', user.userId)
    .execute();
  expect(rows).toEqual(Array(2).fill({ event_name: 'signed_in', properties: {} }));
});
