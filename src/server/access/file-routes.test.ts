import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { minuteMs } from '../../shared/durations.ts';
import { type HttpClient, signIn } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { submitForm } from '../kyc/testing/applicants.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { buildExport } from '../profile/privacy/data-export.operations.ts';
import { attachToSession, sendProductPdf, testPdf } from './testing/stored-files.ts';

const day = 24 * 60 * 60 * 1000;

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let owner: Person;
/** URLs of guarded files, each with a user who may read it. The first test says where the other routes are tested. */
let fileRoutes: Record<string, { url: string; by: Person }>;
const outsiders: Record<string, { cookie: string; status: readonly number[] }> = {};

type Person = { user: TestUser; client: HttpClient; cookie: string };

async function personOf(user: TestUser): Promise<Person> {
  const client = await signIn(app.app, user);
  return { user, client, cookie: client.cookie() ?? '' };
}

const signedIn = async (role: 'user' | 'admin' = 'user') =>
  personOf(await app.createUser({ role, password: testPassword }));

async function subscribe({ user }: Person, endsAt: Date): Promise<void> {
  await app.deps.db
    .insertInto('subscriptions')
    .values({
      id: `sub_${randomBytes(6).toString('hex')}`,
      user_id: user.userId,
      plan: 'diamond',
      status: 'active',
      price_cents: 1000,
      current_period_end: endsAt,
    })
    .execute();
}

const setUser = (person: Person, change: { role: 'user' } | { suspended_at: Date }) =>
  app.deps.db.updateTable('users').set(change).where('id', '=', person.user.userId).execute();

async function openOutsiders(adminPerson: Person, products: Parameters<typeof buy>[2][]): Promise<void> {
  const inAMonth = new Date(app.deps.now().getTime() + 30 * day);
  const other = await signedIn();
  const former = await signedIn();
  await subscribe(former, new Date(app.deps.now().getTime() - 30 * day));
  const refunded = await signedIn();
  for (const product of products) await buy(app, refunded.user, product);
  await app.deps.db
    .updateTable('purchases')
    .set({ status: 'refunded' })
    .where('user_id', '=', refunded.user.userId)
    .execute();
  // Demoted directly in the database, which does not end the session.
  const demoted = await signedIn('admin');
  await setUser(demoted, { role: 'user' });
  const loggedOut = await personOf(owner.user);
  const stolenCookie = loggedOut.cookie;
  expect((await loggedOut.client.request('POST', '/api/logout', {})).statusCode).toBeLessThan(300);
  const suspended = await signedIn();
  await subscribe(suspended, inAMonth);
  await setUser(suspended, { suspended_at: new Date() });
  const loggedOutAdmin = await personOf(adminPerson.user);
  const stolenAdminCookie = loggedOutAdmin.cookie;
  await loggedOutAdmin.client.request('POST', '/api/logout', {});

  Object.assign(outsiders, {
    'a visitor': { cookie: '', status: [401] },
    'another student': { cookie: other.cookie, status: [403, 404] },
    'a former subscriber': { cookie: former.cookie, status: [403, 404] },
    'a buyer who was refunded': { cookie: refunded.cookie, status: [403, 404] },
    'a former admin': { cookie: demoted.cookie, status: [401, 403, 404] },
    'a suspended subscriber': { cookie: suspended.cookie, status: [401] },
    'a cookie that was stolen before its owner logged out': { cookie: stolenCookie, status: [401] },
    'an admin’s cookie that was stolen before the admin logged out': {
      cookie: stolenAdminCookie,
      status: [401],
    },
    'a made-up cookie': { cookie: owner.cookie.replace(/=.{8}/, '=AAAAAAAA'), status: [401] },
  });
}

beforeAll(async () => {
  admin = await createAdmin(app);
  owner = await signedIn();
  const adminPerson = await signedIn('admin');
  const sold = await createTestProduct(app, admin, {
    productNumber: 40,
    filePath: await sendProductPdf(app, admin, await testPdf()),
  });
  const session = await createTestProduct(app, admin, { type: 'session', productNumber: 41 });
  await attachToSession(app, admin, session.id, 'video_upload_id', {
    bytes: randomBytes(50_000),
    contentType: 'video/mp4',
  });
  await attachToSession(app, admin, session.id, 'captions_upload_id', {
    bytes: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'),
    contentType: 'text/vtt',
  });
  await app.caller(admin).admin.coachingPlans.save({
    pdfNumber: 8,
    title: 'Plan 8',
    difficulty: 'advanced',
    requiredPlan: 'diamond',
    filePath: await sendProductPdf(app, admin, await testPdf('Plan 8')),
  });
  for (const product of [sold, session]) await buy(app, owner.user, product);
  await subscribe(owner, new Date(app.deps.now().getTime() + 30 * day));
  const { front: identity } = await submitForm(app, owner.user);
  await app.caller(admin).admin.settings.update([{ key: 'stampPdfs', value: true }]);
  const stamped = await createTestProduct(app, admin, {
    productNumber: 42,
    filePath: await sendProductPdf(app, admin, await testPdf('Stamped')),
  });
  await buy(app, owner.user, stamped);
  const [version] = await app.caller(admin).admin.products.files({ id: sold.id });
  const { id: exportId } = await app.caller(owner.user).privacy.requestExport({ password: testPassword });
  await buildExport(app.deps, exportId);
  await openOutsiders(adminPerson, [sold, session, stamped]);
  fileRoutes = {
    'a product’s PDF': { url: `/api/products/${sold.id}/download`, by: owner },
    'a stamped PDF': { url: `/api/products/${stamped.id}/download`, by: owner },
    'a coaching plan': { url: '/api/coaching-pdfs/8/download', by: owner },
    'a video': { url: `/api/coaching/sessions/${session.id}/video`, by: owner },
    captions: { url: `/api/coaching/sessions/${session.id}/captions`, by: owner },
    'an earlier file': { url: `/api/admin/products/${sold.id}/files/${version?.id}`, by: adminPerson },
    'an identity document': { url: identity, by: adminPerson },
    'a data export': { url: `/api/privacy/exports/${exportId}`, by: owner },
  };
});

const request = (method: 'GET' | 'HEAD', url: string, cookie: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method, url, headers: { ...(cookie && { cookie }), ...headers } });

describe('routes that serve files', () => {
  it('are all in the list, which names the test of each route that is not tested here', () => {
    const senders = globSync('src/server/**/*.ts').filter((file) =>
      /\b(inertFileHeaders|streamFile)\(/.test(readFileSync(file, 'utf8')),
    );
    const routes = senders.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\.get\(\s*|path: )'([^']+)'/g)].map(([, path]) => path),
    );
    expect(routes.toSorted()).toEqual(
      [
        '/api/coaching-pdfs/:number/download',
        // The picture of a hand of the day, without its answer, tested in daily.test.ts.
        '/api/daily/:day/picture',
        '/api/coaching/sessions/:id/captions',
        '/api/coaching/sessions/:id/video',
        '/api/products/:id/download',
        // For the student and the coaches, tested in question-access.test.ts and voice-clips.test.ts.
        '/api/questions/clips/:id',
        '/api/admin/products/:productId/files/:versionId',
        '/objects/*',
        '/api/privacy/exports/:id',
        // Public: an image of one page, tested in shop.test.ts.
        '/api/products/:id/preview',
        // An image of the first page, tested in reading.test.ts.
        '/api/reading/:kind/:id/first-page',
        // Open to anyone who knows its id, tested in product-pictures.test.ts.
        '/api/pictures/:id',
        // The picture of a shared hand, tested in hand-shares.test.ts.
        '/api/hands/shared/:token/picture',
        // Public: the academy's logo, tested in logo.test.ts.
        '/api/logo/:hash',
      ].toSorted(),
    );
  });

  it('users without access get no content, and learn neither the version nor the size of the file', async () => {
    expect(Object.keys(outsiders)).toHaveLength(9);
    for (const [what, { url, by }] of Object.entries(fileRoutes)) {
      const opened = await request('GET', url, by.cookie);
      expect(opened.statusCode, what).toBe(200);
      const bytes = opened.rawPayload;
      const sample = bytes.subarray(0, 24);
      const etag = String(opened.headers.etag ?? '"none"');
      for (const [outsider, { cookie, status }] of Object.entries(outsiders)) {
        const responses = [
          await request('GET', url, cookie),
          await request('HEAD', url, cookie),
          await request('GET', url, cookie, { range: 'bytes=0-99' }),
          await request('GET', url, cookie, { range: 'bytes=-1', 'if-range': etag }),
          await request('GET', url, cookie, { range: `bytes=${bytes.length}-` }),
          await request('GET', url, cookie, { 'if-none-match': etag }),
          await request('HEAD', url, cookie, { 'if-none-match': etag }),
          await request('GET', `${url}?download`, cookie),
        ];
        for (const [index, response] of responses.entries()) {
          const label = `${outsider}, ${what}, request ${index}`;
          // Routes that record each request do not support HEAD: 405 if they are documented, otherwise 404.
          const isUnsupportedHead =
            response.raw.req.method === 'HEAD' && [404, 405].includes(response.statusCode);
          if (!isUnsupportedHead) expect(status, label).toContain(response.statusCode);
          expect(response.rawPayload.includes(sample), label).toBe(false);
          expect(response.headers, label).not.toHaveProperty('content-range');
          expect(response.headers, label).not.toHaveProperty('content-disposition');
          expect(response.headers.etag, label).not.toBe(etag);
          expect(response.headers['content-length'], label).not.toBe(String(bytes.length));
          expect(String(response.headers.location ?? ''), label).toBe('');
        }
      }
    }
  });

  it('HEAD, which delivers no content, leaves no record', async () => {
    const countOf = async (table: 'file_accesses' | 'analytics_events' | 'audit_log') =>
      (await app.deps.db.selectFrom(table).select('id').execute()).length;
    const records = () =>
      Promise.all((['file_accesses', 'analytics_events', 'audit_log'] as const).map(countOf));
    const before = await records();
    for (const [what, { url, by }] of Object.entries(fileRoutes)) {
      const { statusCode, rawPayload } = await request('HEAD', url, by.cookie);
      expect([200, 404, 405], what).toContain(statusCode);
      expect(rawPayload, what).toHaveLength(0);
    }
    expect(await records()).toEqual(before);
  });

  it('routes do not expose the store: no response redirects, and no storage key works as a URL', async () => {
    const keys: string[] = [];
    for await (const { key } of app.deps.storage.list('')) keys.push(key);
    expect(keys.filter((key) => key.startsWith('stamped/'))).not.toEqual([]);
    for (const key of keys) {
      for (const cookie of ['', owner.cookie]) {
        const urls = ['/uploads/', '/objects/', '/files/', '/'].map((prefix) => prefix + key);
        for (const url of [...urls, `/objects/${key.split('/').at(-1)}`]) {
          const response = await request('GET', url, cookie);
          // Unknown URLs get the client's HTML page.
          if (response.statusCode === 200)
            expect(response.headers['content-type'], url).toContain('text/html');
          else expect([401, 403, 404], url).toContain(response.statusCode);
          expect(response.rawPayload.includes('%PDF'), url).toBe(false);
        }
      }
    }
  });
});

describe('files that are in memory until the client has received them', () => {
  const stalled: IncomingMessage[] = [];
  const routeOf = (what: string) => {
    const route = fileRoutes[what];
    if (!route) throw new Error(`There is no route of ${what}.`);
    return route;
  };
  afterEach(() => {
    for (const response of stalled.splice(0)) response.destroy();
  });
  let origin: string;
  beforeAll(async () => {
    origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
  });

  /** Opens a file without reading it. @returns its status */
  async function open({ url, by }: { url: string; by: Person }): Promise<number | undefined> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${origin}${url}`, { headers: { cookie: by.cookie }, agent: false }, resolve).on('error', reject);
    });
    stalled.push(response);
    return response.statusCode;
  }

  /** Creates a data export that is larger than the buffers of a connection. @returns its route */
  async function largeExportOf(by: Person) {
    const { id } = await app.caller(by.user).privacy.requestExport({ password: testPassword });
    await buildExport(app.deps, id);
    await app.deps.storage.write(`documents/exports/${id}`, Buffer.alloc(12 * 1024 * 1024), {
      contentType: 'application/zip',
    });
    return { url: `/api/privacy/exports/${id}`, by };
  }

  it('are limited in number for each user, even if the client stops reading', async () => {
    const dataExport = await largeExportOf(await signedIn());
    for (let count = 0; count < 2; count += 1) expect(await open(dataExport)).toBe(200);
    expect(await open(dataExport)).toBe(429);
    expect(await open(routeOf('an identity document'))).toBe(200);
    stalled[0]?.destroy();
    await expect.poll(() => open(dataExport)).toBe(200);
  });

  it('are limited for all users together if they are data exports', async () => {
    const [first, second, third] = [
      await largeExportOf(await signedIn()),
      await largeExportOf(await signedIn()),
      await largeExportOf(await signedIn()),
    ];
    // Waits until the server has closed the responses of the previous test.
    await expect.poll(() => open(third)).toBe(200);
    stalled.splice(0)[0]?.destroy();
    for (const dataExport of [first, second, first, second]) {
      await expect.poll(() => open(dataExport)).toBe(200);
    }
    expect(await open(third)).toBe(503);
    expect(stalled.at(-1)?.headers['retry-after']).toBe('60');
    expect(await open(routeOf('an identity document'))).toBe(200);
    stalled[0]?.destroy();
    await expect.poll(() => open(third)).toBe(200);
  });

  it('are dropped if they are data exports whose client reads nothing for a minute', async () => {
    const dataExport = await largeExportOf(await signedIn());
    const connections: Socket[] = [];
    app.app.server.on('connection', (connection) => connections.push(connection));
    // Waits until the responses of the previous test are closed.
    await expect.poll(() => open(dataExport)).toBe(200);
    await expect.poll(() => open(dataExport)).toBe(200);
    expect(await open(dataExport)).toBe(429);
    const unread = connections.filter(({ timeout }) => timeout === minuteMs);
    expect(unread).toHaveLength(2);
    for (const connection of unread) connection.setTimeout(20);
    await expect.poll(() => open(dataExport)).toBe(200);
  });

  it('are dropped if they are data exports whose client reads too slowly', async () => {
    const dataExport = await largeExportOf(await signedIn());
    const timers = vi.spyOn(globalThis, 'setTimeout');
    // Waits until the responses of the previous test are closed.
    await expect.poll(() => open(dataExport)).toBe(200);
    await expect.poll(() => open(dataExport)).toBe(200);
    expect(await open(dataExport)).toBe(429);
    // The client has five minutes, and one more for each of the 12 MB.
    const limits = timers.mock.calls.filter(([, delayMs]) => delayMs === 17 * minuteMs);
    timers.mockRestore();
    expect(limits).toHaveLength(2);
    for (const [drop] of limits) drop();
    await expect.poll(() => open(dataExport)).toBe(200);
  });

  it('count toward the limit while the server loads them, even after the client has disconnected', async () => {
    const { url, by } = routeOf('a data export');
    const openWhole = () => app.app.inject({ url, headers: { cookie: by.cookie } });
    // Waits until the server has closed the responses of the previous test.
    await expect.poll(async () => (await openWhole()).statusCode).toBe(200);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { read } = app.deps.storage;
    let loading = 0;
    vi.spyOn(app.deps.storage, 'read').mockImplementation(async (...given) => {
      loading += 1;
      await released;
      return read(...given);
    });
    try {
      for (let count = 1; count <= 2; count += 1) {
        const request = get(`${origin}${url}`, { headers: { cookie: by.cookie }, agent: false });
        request.on('error', () => undefined);
        await expect.poll(() => loading).toBe(count);
        request.destroy();
      }
      expect((await openWhole()).statusCode).toBe(429);
    } finally {
      release();
      vi.restoreAllMocks();
    }
  });
});
