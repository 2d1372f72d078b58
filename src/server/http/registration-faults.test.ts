import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { httpClient, registration, sendDocument } from '../../testing/http-client.ts';
import { everyRow } from '../../testing/search-everything.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();

/** Tables that a failed registration may change: rate limits and uploads. */
const ignoredTables = ['public.rate_limits', 'public.lasting_rate_limits', 'public.uploads'];

async function countRows(): Promise<Map<string, number>> {
  const rows = await everyRow(test.deps.db);
  const counts = new Map<string, number>();
  for (const { table } of rows) counts.set(table, (counts.get(table) ?? 0) + 1);
  for (const table of ignoredTables) counts.delete(table);
  return counts;
}

/** A visitor who has uploaded both sides of an identity document. */
async function prepareRegistration(email: string) {
  const client = httpClient(test.app);
  const body = registration({
    email,
    documentImageUrl1: await sendDocument(test, client),
    documentImageUrl2: await sendDocument(test, client),
  });
  return { client, register: () => client.request('POST', '/api/register', body) };
}

it('if any write of a registration fails, no data is left behind, and the next attempt succeeds', async () => {
  const before = await countRows();
  const first = await prepareRegistration('first@example.test');
  expect((await first.register()).statusCode).toBe(201);
  const after = await countRows();
  const changedTables = [...after.keys()].filter((table) => after.get(table) !== before.get(table));
  expect(changedTables).toEqual(
    expect.arrayContaining(
      ['users', 'kyc_applications', 'kyc_events', 'sessions', 'consents', 'mail_messages'].map(
        (table) => `public.${table}`,
      ),
    ),
  );
  // Claiming an upload updates a row and inserts none, so the table `uploads` is added to the changed tables.
  const targets = [
    ...changedTables
      .filter((table) => table.startsWith('public.'))
      .map((table) => ({ table, event: 'insert' })),
    { table: 'public.uploads', event: 'update of claimed_at' },
    { table: 'public.users', event: 'update' },
  ];
  await sql`create function fail_write() returns trigger language plpgsql as $$
    begin raise exception 'the disk of the database is gone' using errcode = '58030'; end $$`.execute(
    test.deps.db,
  );
  for (const [index, { table, event }] of targets.entries()) {
    const { register, client } = await prepareRegistration(`again-${index}@example.test`);
    const unchanged = await countRows();
    await sql`create trigger fail_write before ${sql.raw(event)} on ${sql.table(table)}
      for each row execute function fail_write()`.execute(test.deps.db);
    const failed = await register();
    expect(failed.statusCode, `${event} on ${table}`).toBeGreaterThanOrEqual(500);
    expect(failed.body).not.toContain('disk of the database');
    expect(await countRows(), `${event} on ${table}`).toEqual(unchanged);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    await sql`drop trigger fail_write on ${sql.table(table)}`.execute(test.deps.db);
    expect((await register()).statusCode, `${event} on ${table}`).toBe(201);
  }
});
