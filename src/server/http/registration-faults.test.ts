import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpClient, registration } from '../../testing/http-client.ts';
import { everyRow } from '../../testing/search-everything.ts';
import { createTestApp, documentImage, type TestApp } from '../../testing/test-app.ts';

/** A registration is atomic and can be retried unchanged, whichever of its writes fails. */
let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Tables that a failed registration may change: rate limits and uploads. */
const ignoredTables = ['public.rate_limits', 'public.lasting_rate_limits', 'public.uploads'];

async function counts(): Promise<Map<string, number>> {
  const rows = await everyRow(test.deps.db);
  const found = new Map<string, number>();
  for (const { table } of rows) found.set(table, (found.get(table) ?? 0) + 1);
  for (const table of ignoredTables) found.delete(table);
  return found;
}

/** A visitor with both sides uploaded. */
async function prepared(email: string) {
  const client = httpClient(test.app);
  const send = async () => {
    const bytes = await documentImage();
    const grant = await client.request('POST', '/api/objects/upload', {
      contentType: 'image/jpeg',
      size: bytes.length,
    });
    const { uploadURL, headers } = grant.json();
    expect(await test.put(uploadURL, bytes, headers)).toBe(200);
    return uploadURL;
  };
  const body = registration({ email, documentImageUrl1: await send(), documentImageUrl2: await send() });
  return { client, register: () => client.request('POST', '/api/register', body) };
}

it('leaves nothing when any of its writes fails, and succeeds on the retry', async () => {
  const before = await counts();
  const first = await prepared('first@example.test');
  expect((await first.register()).statusCode).toBe(201);
  const after = await counts();
  const written = [...after.keys()].filter((table) => after.get(table) !== before.get(table));
  expect(written).toEqual(
    expect.arrayContaining(
      ['users', 'kyc_applications', 'kyc_events', 'sessions', 'consents', 'mail_messages'].map(
        (table) => `public.${table}`,
      ),
    ),
  );
  // The claim of an upload updates an existing row.
  const targets = [
    ...written.filter((table) => table.startsWith('public.')).map((table) => ({ table, event: 'insert' })),
    { table: 'public.uploads', event: 'update of claimed_at' },
    { table: 'public.users', event: 'update' },
  ];
  await sql`create function refuse_write() returns trigger language plpgsql as $$
    begin raise exception 'the disk of the database is gone' using errcode = '58030'; end $$`.execute(
    test.deps.db,
  );
  for (const [index, { table, event }] of targets.entries()) {
    const { register, client } = await prepared(`again-${index}@example.test`);
    const clean = await counts();
    await sql`create trigger refuse_write before ${sql.raw(event)} on ${sql.table(table)}
      for each row execute function refuse_write()`.execute(test.deps.db);
    const refused = await register();
    expect(refused.statusCode, `${event} on ${table}`).toBeGreaterThanOrEqual(500);
    expect(refused.body).not.toContain('disk of the database');
    expect(await counts(), `${event} on ${table}`).toEqual(clean);
    expect((await client.request('GET', '/api/user')).statusCode).toBe(401);
    await sql`drop trigger refuse_write on ${sql.table(table)}`.execute(test.deps.db);
    expect((await register()).statusCode, `${event} on ${table}`).toBe(201);
  }
});
