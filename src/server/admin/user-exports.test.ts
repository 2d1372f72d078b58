import http from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCsv } from '../../shared/read-csv.ts';
import { type HttpClient, signIn } from '../../testing/http-client.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';

const app = setUpTestApp();
let client: HttpClient;
let url: string;
const people = 50_000;
const mebibyte = 1024 * 1024;

beforeAll(async () => {
  const admin = await app.createUser({ role: 'admin', password: testPassword, firstName: '=HYPERLINK("x")' });
  client = await signIn(app.app, admin);
  await app.createUser({ firstName: 'Zoë, "the" nut', lastName: '-2+3' });
  await app.createUser({ firstName: '@sum', lastName: '日本 \\. \\n' });
  await insertPeople(1, 200);
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});

const paths = ['/api/admin/export-users', '/api/admin/export-users-csv'] as const;

/** Inserts users in batches, each of which stays within the statement timeout on a busy machine. */
async function insertPeople(first: number, last: number): Promise<void> {
  const batch = 5_000;
  for (let from = first; from <= last; from += batch) {
    await sql`insert into users (email, password_hash, first_name, last_name, address, city)
      select 'person' || n || '@example.test', 'argon2-secret', 'First' || n, 'Last, ' || n, repeat('Street ', 12), 'Town'
      from generate_series(${from}::int, ${Math.min(last, from + batch - 1)}::int) n`.execute(app.deps.db);
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage: (options: object) => void = runInNewContext('gc');

/** The bytes of live objects. Unlike resident memory, this number does not depend on when garbage is collected. */
function usedMemory(): number {
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * Reads and discards the response.
 * @returns the number of bytes and lines, and the largest growth of the memory in use, in bytes, measured every 4 MiB
 */
async function drain(path: string): Promise<{ bytes: number; lines: number; grown: number }> {
  const before = usedMemory();
  let [bytes, lines, most] = [0, 0, 0];
  let nextMeasurement = 0;
  await new Promise<void>((resolve, reject) => {
    http
      .get(`${url}${path}`, { headers: { cookie: client.cookie() ?? '' } }, (response) => {
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          lines += chunk.toString('latin1').split('\n').length - 1;
          if (bytes < nextMeasurement) return;
          most = Math.max(most, usedMemory());
          nextMeasurement = bytes + 4 * mebibyte;
        });
        response.on('end', resolve);
        response.on('error', reject);
      })
      .on('error', reject);
  });
  return { bytes, lines, grown: most - before };
}

/**
 * The number of open transactions in other connections; 0 if all exports have ended. A free export slot does not prove
 * that, because an export frees its slot before its transaction ends.
 */
async function openTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')`.execute(
    app.deps.db,
  );
  return rows[0]?.count ?? 0;
}

describe('user exports', () => {
  it('the CSV export contains all users, and a spreadsheet does not run formulas that users typed', async () => {
    const response = await client.request('GET', '/api/admin/export-users-csv');
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="users-export-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const text = response.rawPayload.toString();
    expect(text.startsWith('\uFEFFid,email,firstName,')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain("'-2+3");
    expect(text).toContain("'@sum,日本 \\. \\n");
    expect(text).not.toMatch(/argon2|[^\r]\n/);
    const rows = readCsv(text);
    const { count } = await app.deps.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(rows).toHaveLength(count + 1);
    expect(new Set(rows.map(({ cells }) => cells.length))).toEqual(new Set([16]));
  });

  it('the JSON export contains all users and matching totals', async () => {
    const { body } = await client.request('GET', '/api/admin/export-users');
    const data = JSON.parse(body);
    expect(data.users).toHaveLength(data.totalUsers);
    expect(data.kycApplications).toHaveLength(data.totalKycApplications);
    expect(data.totalUsers).toBeGreaterThan(200);
    expect(data.users.find((user: { lastName: string }) => user.lastName === '-2+3')).toMatchObject({
      firstName: 'Zoë, "the" nut',
      subscriptionPlan: 'free',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(data.users[0]).not.toHaveProperty('passwordHash');
    const audits = await app.deps.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'users.exported')
      .execute();
    expect(audits.map(({ details }) => details)).toContainEqual({ format: 'json', users: data.totalUsers });
  });
});

describe('exports of 50,000 users', () => {
  beforeAll(() => insertPeople(201, people));

  it.each(paths)('%s holds less than 4 MiB in memory', async (path) => {
    const { bytes, lines, grown } = await drain(path);
    expect(bytes).toBeGreaterThan(8 * mebibyte);
    expect(lines).toBeGreaterThanOrEqual(people);
    expect(grown).toBeLessThan(4 * mebibyte);
  });

  it('an export stops when the client disconnects, and frees its slot', async () => {
    for (let round = 0; round < 5; round += 1) {
      await new Promise<void>((resolve, reject) => {
        const request = http.get(
          `${url}${paths[0]}`,
          { headers: { cookie: client.cookie() ?? '' } },
          (response) => {
            expect(response.statusCode).toBe(200);
            response.once('data', () => {
              request.destroy();
              resolve();
            });
            response.on('error', () => undefined);
          },
        );
        request.on('error', reject);
      });
      await expect.poll(openTransactions).toBe(0);
    }
    expect((await drain(paths[1])).lines).toBeGreaterThanOrEqual(people);
  });

  it('at most two exports run concurrently; others get 503', async () => {
    // The previous test's client may have received its whole export before the server ended the transaction.
    await expect.poll(openTransactions).toBe(0);
    const openResponses: http.IncomingMessage[] = [];
    const statuses = await Promise.all(
      Array.from(
        { length: 4 },
        () =>
          new Promise<number>((resolve, reject) => {
            http
              .get(`${url}${paths[0]}`, { headers: { cookie: client.cookie() ?? '' } }, (response) => {
                response.pause();
                openResponses.push(response);
                resolve(response.statusCode ?? 0);
              })
              .on('error', reject);
          }),
      ),
    );
    for (const response of openResponses) response.destroy();
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 503)).toHaveLength(2);
    await expect.poll(openTransactions).toBe(0);
  });
});
