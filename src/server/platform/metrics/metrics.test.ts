import os from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpClient, signIn } from '../../../testing/http-client.ts';
import { createTestApp, setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { inTransaction } from '../db/database.ts';
import { type MetricsServer, openMetricsServer } from './metrics-server.ts';

const test = setUpTestApp({ rateLimitFactor: 0.1, env: { METRICS_PORT: '0' } });
let student: TestUser;
let server: MetricsServer;

beforeAll(async () => {
  student = await test.createUser({ password: testPassword });
  if (!test.deps.config.metrics) throw new Error('no metrics are configured');
  server = await openMetricsServer(test.deps.config.metrics, test.deps.metrics, test.deps.log);
});
afterAll(() => server.close());

const read = async (): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  return response.text();
};

/** The value of the metric with these labels, in any order; undefined if the text has none. */
function valueIn(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(
      (each) =>
        new RegExp(`^${name}[{ ]`).test(each) &&
        Object.entries(labels).every(([key, value]) => each.includes(`${key}="${value}"`)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('metrics', () => {
  it('counts events, with labels that contain no user input', async () => {
    const client = await signIn(test.app, student);
    await client.request('GET', '/api/products/12345');
    await client.request('GET', '/trpc/shop.getProduct?input=%7B%22id%22%3A%22777%22%7D');
    await client.request('GET', '/no-such-place/secret-marker');
    // `rateLimitFactor` lowers the limit from ten attempts to one, so three of the four are rejected.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await httpClient(test.app).request('POST', '/api/login', {
        email: 'guess@example.test',
        password: 'guess after guess',
      });
    }
    await test.uploadDocument(test.caller(student));
    const text = await read();
    const completed = 'academy_http_request_duration_seconds_count';
    expect(valueIn(text, completed, { method: 'POST', route: '/api/login', status: '200' })).toBe(1);
    expect(valueIn(text, completed, { route: '/api/products/:id', status: '404' })).toBe(1);
    expect(valueIn(text, 'academy_procedure_duration_seconds_count', { procedure: 'shop.getProduct' })).toBe(
      2,
    );
    expect(
      valueIn(text, 'academy_procedure_duration_seconds_count', { procedure: 'auth.login', outcome: 'ok' }),
    ).toBe(1);
    expect(valueIn(text, 'academy_limit_hits_total', { limit: 'loginPerAccountAndAddress' })).toBe(3);
    expect(valueIn(text, 'academy_upload_bytes_total', { purpose: 'kyc' })).toBeGreaterThan(100);
    expect(valueIn(text, 'academy_db_connections', { state: 'open' })).toBeGreaterThan(0);
    expect(valueIn(text, 'academy_db_connections', { state: 'waiting' })).toBe(0);
    expect(valueIn(text, 'academy_password_hashes', { state: 'waiting' })).toBe(0);
    expect(valueIn(text, 'nodejs_eventloop_lag_seconds')).toBeDefined();
    expect(valueIn(text, 'academy_db_up')).toBe(1);
    // Names and labels contain no user input. The numbers at the ends of the lines may contain any digits.
    const names = text.replaceAll(/ \S+$/gm, '');
    expect(names).not.toMatch(/secret-marker|12345|777|guess@|example\.test|@/);
    expect(names).not.toContain(student.userId);
  });

  it('reports the age of the oldest waiting Stripe event and email', async () => {
    const old = new Date(Date.now() - 600_000).toISOString();
    await test.deps.db
      .insertInto('stripe_events')
      .values([
        { id: 'evt_1', type: 'invoice.paid', livemode: false, created_at: old, received_at: old },
        {
          id: 'evt_2',
          type: 'invoice.paid',
          livemode: false,
          created_at: old,
          received_at: old,
          status: 'processed',
          processed_at: new Date(Date.parse(old) + 20_000).toISOString(),
        },
      ])
      .execute();
    await test.deps.db
      .insertInto('mail_messages')
      .values({
        kind: 'test',
        user_id: null,
        to_address: 'a@example.test',
        subject: 'Test',
        body_text: 'Test',
        body_html: null,
        dedupe_key: 'metrics-test',
        created_at: old,
      })
      .execute();
    const text = await read();
    expect(valueIn(text, 'academy_stripe_events_waiting')).toBe(1);
    expect(valueIn(text, 'academy_stripe_oldest_event_age_seconds')).toBeCloseTo(600, -2);
    expect(valueIn(text, 'academy_stripe_event_lag_seconds')).toBeCloseTo(20, 0);
    expect(valueIn(text, 'academy_mail_oldest_age_seconds')).toBeGreaterThan(590);
  });

  it('no longer counts the jobs of a queue whose jobs were deleted', async () => {
    const { db, jobs } = test.deps;
    await inTransaction(db, (trx) => jobs.enqueue(trx, 'send-legal-notice', { noticeId: 'x' }));
    const due = async () => valueIn(await read(), 'academy_jobs_due', { queue: 'send-legal-notice' });
    expect(await due()).toBe(1);
    await sql`delete from pgboss.job where name = 'send-legal-notice'`.execute(db);
    expect(await due()).toBeUndefined();
  });

  it('responds while the database is unavailable', async () => {
    const disconnected = await createTestApp({ env: { METRICS_PORT: '0' } });
    await disconnected.deps.pool
      .query('select pg_terminate_backend(pg_backend_pid())')
      .catch(() => undefined);
    Object.defineProperty(disconnected.deps.pool, 'connect', {
      value: () => Promise.reject(new Error('no database')),
      configurable: true,
    });
    const { text } = await disconnected.deps.metrics.read();
    expect(valueIn(text, 'academy_db_up')).toBe(0);
    expect(valueIn(text, 'academy_stripe_events_waiting')).toBe(0);
    Reflect.deleteProperty(disconnected.deps.pool, 'connect');
    await disconnected.close();
  });

  it('serves metrics only on their own port', async () => {
    expect((await test.app.inject('/metrics')).statusCode).toBe(404);
    for (const path of ['/', '/readyz', '/api/products', '/metrics/x']) {
      expect((await fetch(`http://127.0.0.1:${server.port}${path}`)).status).toBe(404);
    }
    expect((await fetch(`http://127.0.0.1:${server.port}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  it('listens on localhost only', async () => {
    expect(test.deps.config.metrics?.host).toBe('127.0.0.1');
    const addresses = Object.values(os.networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address } of addresses.filter(({ family, internal }) => family === 'IPv4' && !internal)) {
      await expect(fetch(`http://${address}:${server.port}/metrics`), address).rejects.toThrow();
    }
  });

  it('requires the token if one is set', async () => {
    const token = 't'.repeat(32);
    const guarded = await openMetricsServer(
      { port: 0, host: '127.0.0.1', token },
      test.deps.metrics,
      test.deps.log,
    );
    const status = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${guarded.port}/metrics`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: 'Bearer wrong' })).toBe(401);
    expect(await status({ authorization: token })).toBe(401);
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
    await guarded.close();
  });
});
