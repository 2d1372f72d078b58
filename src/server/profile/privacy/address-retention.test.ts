import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { httpClient, registration, sendDocument } from '../../../testing/http-client.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { createHandlers } from '../../job-handlers.ts';

const test = setUpTestApp();

const tables = ['audit_log', 'consents', 'kyc_events', 'rate_limits'] as const;

/** For each table, the number of rows that contain this text in any column. */
async function rowsWith(text: string): Promise<Record<string, number>> {
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} t where to_jsonb(t)::text like ${`%${text}%`}`.execute(
      test.deps.db,
    );
    return [table, rows[0]?.n ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

it('IP addresses are cleared from retained records after thirteen months', async () => {
  const { db } = test.deps;
  const client = httpClient(test.app);
  const applicant = registration({
    documentImageUrl1: await sendDocument(test, client),
    documentImageUrl2: await sendDocument(test, client),
  });
  const userId = (await client.request('POST', '/api/register', applicant)).json().id;
  const address = '127.0.0.1';
  await db
    .insertInto('audit_log')
    .values({ actor_id: userId, action: 'test', subject_type: 'user', subject_id: userId, ip: address })
    .execute();
  const before = await rowsWith(address);
  for (const table of tables) expect(before[table], table).toBeGreaterThan(0);
  const allRows = await rowsWith('');

  const sweep = createHandlers(test.deps)['sweep-sessions'];
  test.clock.advance(365 * dayMs);
  await sweep();
  // The rate limits expired during the year, so the sweep deleted them.
  expect(await rowsWith(address)).toEqual({ ...before, rate_limits: 0 });
  test.clock.advance(32 * dayMs);
  await sweep();
  expect(await rowsWith(address)).toEqual({ audit_log: 0, consents: 0, kyc_events: 0, rate_limits: 0 });
  expect(await rowsWith('')).toEqual({ ...allRows, rate_limits: 0 });
});

it('the audit log rejects every change except clearing an IP address', async () => {
  const insert = sql`insert into audit_log (action, subject_type, subject_id, ip) values ('a', 'b', 'c', '192.0.2.1')`;
  await insert.execute(test.deps.db);
  for (const change of [
    sql`update audit_log set ip = '192.0.2.2'`,
    sql`update audit_log set ip = null, action = 'z'`,
    sql`update audit_log set details = '{"a":1}'`,
    sql`delete from audit_log`,
  ]) {
    await expect(change.execute(test.deps.db)).rejects.toThrow('append-only');
  }
  const cleared = await sql`update audit_log set ip = null where ip = '192.0.2.1'`.execute(test.deps.db);
  expect(cleared.numAffectedRows).toBe(1n);
});
