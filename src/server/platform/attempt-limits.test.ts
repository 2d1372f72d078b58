import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { openDatabase } from './db/database.ts';
import { describeDatabaseError } from './db/errors.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => app.close());

// Each counts one point more than the limit allows.
it.each([
  ['contactPerAddress', 6, /in (59|60) minutes\.$/],
  ['noticeRecipientsPerAdmin', 1_001, /in 24 hours\.$/],
] as const)('the message about %s names the wait in a fitting unit', async (name, points, message) => {
  await expect(app.deps.attemptLimits.count(name, 'somebody', points)).rejects.toThrow(message);
});

it('a rejected call for several attempts uses up none, so that a smaller one can follow', async () => {
  const { count } = app.deps.attemptLimits;
  await count('documentNumbersPerAdmin', 'reviewer', 150);
  await expect(count('documentNumbersPerAdmin', 'reviewer', 100)).rejects.toThrow('Too many attempts');
  await count('documentNumbersPerAdmin', 'reviewer', 50);
  await expect(count('documentNumbersPerAdmin', 'reviewer')).rejects.toThrow('Too many attempts');
});

it('each call reports an outage of the database as such', async () => {
  // Nothing listens on this port.
  const { pool, close } = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none' }, () => undefined);
  const limits = createAttemptLimits(pool, 1, () => undefined);
  const codeOf = (call: Promise<void>) => call.catch((error: unknown) => describeDatabaseError(error)?.code);
  const codes = await Promise.all([
    codeOf(limits.count('codePerAccount', 'somebody')),
    codeOf(limits.forget('codePerAccount', 'somebody')),
    codeOf(limits.forgetAll('codePerAccount', 'some')),
  ]);
  expect(codes).toEqual(Array(3).fill('database_unavailable'));
  await close();
});
