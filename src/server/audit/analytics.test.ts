import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { analyticsEvents } from '../../shared/admin/analytics-events.ts';
import { dayMs } from '../../shared/durations.ts';
import { httpClient } from '../../testing/http-client.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';
import { recordEvent, sweepEvents } from './analytics.operations.ts';

const app = setUpTestApp();

/** All quoted lower-case names in the files that call `recordEvent`. */
function writtenNames(): Set<string> {
  const files = globSync('src/server/**/*.operations.ts').map((file) => readFileSync(file, 'utf8'));
  const writers = files.filter((text) => text.includes('recordEvent(trx') || text.includes('recordEvent(db'));
  return new Set(writers.flatMap((text) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, name]) => name ?? '')));
}

it('each listed analytics event is recorded somewhere', () => {
  const written = writtenNames();
  expect(written.size).toBeGreaterThan(20);
  expect(Object.keys(analyticsEvents).filter((name) => !written.has(name))).toEqual([]);
});

it('successful logins are recorded, failed ones are not', async () => {
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

it('there are 20 to 40 event names, in snake case', () => {
  const names = Object.keys(analyticsEvents);
  expect(names.length).toBeGreaterThanOrEqual(20);
  expect(names.length).toBeLessThanOrEqual(40);
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
});

it('unlisted properties are rejected, and events are deleted after 13 months', async () => {
  const { userId } = await app.createUser();
  const tooMuch = { sessionId: 1, email: 'dana@example.test' };
  await expect(
    recordEvent(app.deps.db, 'session_opened', { userId, properties: tooMuch, at: new Date() }),
  ).rejects.toThrow();
  for (const days of [400, 390]) {
    const at = new Date(app.deps.now().getTime() - days * dayMs);
    await recordEvent(app.deps.db, 'session_opened', { userId, properties: { sessionId: days }, at });
  }
  await sweepEvents(app.deps);
  const remaining = await app.deps.db
    .selectFrom('analytics_events')
    .select('properties')
    .where('user_id', '=', userId)
    .execute();
  expect(remaining).toEqual([{ properties: { sessionId: 390 } }]);
});
