import { expect, it } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';
import { createAttemptLimits, limitAddress } from './attempt-limits.ts';
import { openDatabase } from './db/database.ts';
import { describeDatabaseError } from './db/errors.ts';

const app = setUpTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });

// Each row counts one attempt more than its limit allows.
it.each([
  ['contactPerAddress', 6, /^Too many attempts from your network\. .+ in (59|60) minutes\.$/],
  ['noticeRecipientsPerAdmin', 1_001, /^Too many attempts\. .+ in 24 hours\.$/],
] as const)(
  'the message about %s states whose attempts count, and the wait in minutes or hours',
  async (name, points, message) => {
    await expect(app.deps.attemptLimits.count(name, 'somebody', points)).rejects.toThrow(message);
  },
);

it('a rejected call that counts several attempts uses up none of them, so that a call with fewer attempts succeeds', async () => {
  const { count } = app.deps.attemptLimits;
  await count('documentNumbersPerAdmin', 'reviewer', 150);
  await expect(count('documentNumbersPerAdmin', 'reviewer', 100)).rejects.toThrow('Too many attempts');
  await count('documentNumbersPerAdmin', 'reviewer', 50);
  await expect(count('documentNumbersPerAdmin', 'reviewer')).rejects.toThrow('Too many attempts');
});

it('counting and forgetting attempts fails with database_unavailable during an outage of the database', async () => {
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

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:7:8:1:2:3:4', '2001:db8:7:8::/64'],
  ['2001:0DB8:7:8::9', '2001:db8:7:8::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('attempts from the IP address %s are counted under the key %s', (ip, key) => {
  expect(limitAddress(ip)).toBe(key);
});

it('counting attempts leaves no prepared statement on the connection, because PgBouncer gives the connection to other clients too', async () => {
  const { attemptLimits, pool } = app.deps;
  await attemptLimits.count('codePerAccount', 'somebody');
  await attemptLimits.forget('codePerAccount', 'somebody');
  // The pool hands out the connection that was used last.
  expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
});
