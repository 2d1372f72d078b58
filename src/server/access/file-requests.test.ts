import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { type HttpClient, httpClient, signedIn } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { StorageError } from '../platform/storage/storage.ts';
import { attachToSession, sendProductPdf, testPdf } from './testing/stored-files.ts';

const day = 24 * 60 * 60 * 1000;

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let pdf: Buffer;
let sold: AdminProduct;
let session: AdminProduct;
const videoBytes = randomBytes(200_000);

type Person = { user: TestUser; client: HttpClient };

const get = (person: Person | null, url: string, headers: Record<string, string> = {}) =>
  (person?.client ?? httpClient(app.app)).request('GET', url, undefined, headers);

const accessesOf = (user: TestUser) =>
  app.deps.db
    .selectFrom('file_accesses')
    .selectAll()
    .where('user_id', '=', user.userId)
    .orderBy('id')
    .execute();

async function subscribe(user: TestUser, plan: 'silver' | 'gold' | 'diamond', endsAt: Date): Promise<void> {
  await app.deps.db
    .insertInto('subscriptions')
    .values({
      id: `sub_${randomBytes(6).toString('hex')}`,
      user_id: user.userId,
      plan,
      status: 'active',
      price_cents: 500,
      current_period_end: endsAt,
    })
    .execute();
}

beforeAll(async () => {
  admin = await createAdmin(app);
  pdf = await testPdf();
  sold = await createTestProduct(app, admin, {
    productNumber: 40,
    title: 'River Bluffs: Part 2',
    filePath: await sendProductPdf(app, admin, pdf),
  });
  session = await createTestProduct(app, admin, { type: 'session', productNumber: 41, title: 'Final Table' });
  await attachToSession(app, admin, session.id, 'video_upload_id', {
    bytes: videoBytes,
    contentType: 'video/mp4',
  });
  await attachToSession(app, admin, session.id, 'captions_upload_id', {
    bytes: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'),
    contentType: 'text/vtt',
  });
  for (const [pdfNumber, requiredPlan] of [
    [1, 'free'],
    [3, 'silver'],
    [8, 'diamond'],
  ] as const) {
    await app.caller(admin).admin.coachingPlans.save({
      pdfNumber,
      title: `Plan ${pdfNumber}`,
      difficulty: 'beginner',
      requiredPlan,
      filePath: await sendProductPdf(app, admin, await testPdf(`Plan ${pdfNumber}`)),
    });
  }
  await app.caller(admin).admin.coachingPlans.save({
    pdfNumber: 2,
    title: 'Without a file',
    difficulty: 'beginner',
    requiredPlan: 'free',
  });
});

const plan = (number: number | string) => `/api/coaching-pdfs/${number}/download`;
const video = () => `/api/coaching/sessions/${session.id}/video`;

describe('coaching plans', () => {
  it('a coaching plan can be opened only with a sufficient tier, and the filename contains the plan number', async () => {
    const person = await signedIn(app);
    const first = await get(person, plan(1));
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="poker-coaching-plan-1.pdf"',
      'cache-control': 'private, no-store',
    });
    expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const rejected = await get(person, plan(3));
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json().message).toBe(
      'Access denied. Please upgrade your subscription to access this PDF.',
    );
    await subscribe(person.user, 'silver', new Date(app.deps.now().getTime() + 30 * day));
    expect((await get(person, plan(3))).statusCode).toBe(200);
    expect((await get(person, plan(8))).statusCode).toBe(403);
    // The tier `custom` opens every coaching plan.
    await app.deps.db
      .insertInto('plan_grants')
      .values({ user_id: person.user.userId, plan: 'custom', reason: 'gift' })
      .execute();
    expect((await get(person, plan(8))).statusCode).toBe(200);
    expect((await get(person, plan('%2e%2e'))).statusCode).toBe(404);
  });

  it('a revoked grant does not open coaching plans', async () => {
    const person = await signedIn(app);
    await app.deps.db
      .insertInto('plan_grants')
      .values({ user_id: person.user.userId, plan: 'gold', reason: 'gift', revoked_at: new Date() })
      .execute();
    expect((await get(person, plan(3))).statusCode).toBe(403);
  });

  it('buying the PDF with the same number does not open a coaching plan', async () => {
    const person = await signedIn(app);
    const same = await createTestProduct(app, admin, { productNumber: 3, title: 'Same number' });
    await buy(app, person.user, same);
    expect((await get(person, plan(3))).statusCode).toBe(403);
  });

  it('coaching plans are listed without storage details, and with their URL only for users with access', async () => {
    const person = await signedIn(app);
    const response = await get(person, '/api/coaching-pdfs');
    expect(response.json()).toMatchObject([
      { pdfNumber: 1, filePath: plan(1), accessible: true, hasFile: true, requiredPlan: 'free' },
      { pdfNumber: 2, filePath: '', accessible: true, hasFile: false },
      { pdfNumber: 3, filePath: '', accessible: false, hasFile: true, isPurchaseRequired: true },
      { pdfNumber: 8, filePath: '', accessible: false, requiredPlan: 'diamond' },
    ]);
    for (const word of ['products/', 'quarantine', 'upload', 'storage'])
      expect(response.body).not.toContain(word);
    expect((await get(null, '/api/coaching-pdfs')).statusCode).toBe(401);
  });
});

describe('videos and captions', () => {
  it('videos and captions are sent with their content type, and not as downloads', async () => {
    const buyer = await signedIn(app);
    await buy(app, buyer.user, session);
    const response = await get(buyer, video());
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': String(videoBytes.length),
      'content-disposition': expect.stringMatching(/^inline/),
    });
    expect(response.rawPayload.equals(videoBytes)).toBe(true);
    const captions = await get(buyer, video().replace('/video', '/captions'));
    expect(captions.headers['content-type']).toContain('text/vtt');
    expect(captions.body).toContain('WEBVTT');
  });
});

describe('range requests (RFC 9110 §14)', () => {
  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=199990-', 199_990, 199_999],
    ['bytes=-5', 199_995, 199_999],
    ['bytes=5-999999999', 5, 199_999],
  ])('serves the range %s', async (range, start, end) => {
    const response = await get(await signedIn(app, 'admin'), video(), { range });
    expect(response.statusCode).toBe(206);
    expect(response.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/200000`,
      'content-length': String(end - start + 1),
    });
    expect(response.rawPayload.equals(videoBytes.subarray(start, end + 1))).toBe(true);
  });

  it('responds with 416 to a range beyond the end of the file, and with the complete file to several ranges or an invalid range', async () => {
    const person = await signedIn(app, 'admin');
    const beyond = await get(person, video(), { range: 'bytes=200000-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */200000');
    for (const range of ['bytes=0-1,5-6', 'items=0-1', 'bytes=9-3', 'nonsense']) {
      expect((await get(person, video(), { range })).statusCode, range).toBe(200);
    }
  });

  it('serves a range only if `If-Range` names the current version, else the complete file; `If-None-Match` with this version gets 304', async () => {
    const person = await signedIn(app, 'admin');
    const { etag } = (await get(person, video(), { range: 'bytes=0-1' })).headers;
    expect(etag).toMatch(/^".+"$/);
    const same = await get(person, video(), { range: 'bytes=0-1', 'if-range': String(etag) });
    expect(same.statusCode).toBe(206);
    const changed = await get(person, video(), { range: 'bytes=0-1', 'if-range': '"another"' });
    expect(changed.statusCode).toBe(200);
    expect(changed.rawPayload.length).toBe(videoBytes.length);
    expect((await get(person, video(), { 'if-none-match': `"x", ${etag}` })).statusCode).toBe(304);
  });

  it('HEAD returns the size and the ETag without a body', async () => {
    const person = await signedIn(app, 'admin');
    const response = await app.app.inject({
      method: 'HEAD',
      url: video(),
      headers: { cookie: person.client.cookie() ?? '' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ 'content-length': '200000', 'accept-ranges': 'bytes' });
    expect(response.headers.etag).toMatch(/^".+"$/);
    expect(response.rawPayload).toHaveLength(0);
  });
});

describe('records of file requests', () => {
  it('each download is recorded in one row; a request that is rejected is not', async () => {
    const person = await signedIn(app);
    await buy(app, person.user, sold);
    const url = `/api/products/${sold.id}/download`;
    expect((await get(person, url)).headers['content-disposition']).toBe(
      'attachment; filename="river-bluffs-part-2.pdf"',
    );
    await get(person, url);
    await get(person, plan(3));
    await get(person, url, { range: 'bytes=99999999-' });
    const rows = await accessesOf(person.user);
    const download = { kind: 'product', product_id: sold.id, ip_prefix: '127.0.0.0/24' };
    expect(rows).toMatchObject([download, download]);
  });

  it('nothing is recorded if the file cannot be read', async () => {
    const person = await signedIn(app, 'admin');
    const read = vi
      .spyOn(app.deps.storage, 'read')
      .mockRejectedValue(new StorageError('unavailable', 'down'));
    const response = await get(person, video());
    read.mockRestore();
    expect(response.statusCode).toBeGreaterThanOrEqual(500);
    expect(await accessesOf(person.user)).toEqual([]);
  });

  it('range requests are recorded in one row, wherever the ranges begin', async () => {
    const person = await signedIn(app, 'admin');
    for (const range of ['bytes=0-9', 'bytes=100-', 'bytes=1-2']) await get(person, video(), { range });
    expect(await accessesOf(person.user)).toHaveLength(1);
  });
});
