import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { insertPurchase } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import type { Actor, AdminActor } from '../actor.ts';
import { createAdmin, createTestProduct, testMetadata } from '../payments/testing/purchases.ts';
import {
  authorizeFile,
  type FileResource,
  headFile,
  readFile,
  recordAccess,
  sweepAccesses,
} from './file-access.operations.ts';
import { storeFile } from './testing/stored-files.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const start = Date.parse('2026-11-21T12:00:00.000Z');
const bytes = Buffer.from('%PDF-1.7 the third barrel');

const app = setUpTestApp();
let admin: AdminActor;
let sold: AdminProduct;
let session: AdminProduct;
let nextNumber = 60;

const stored = (contentType: string) => storeFile(app, admin, { bytes, contentType });

const setProduct = (
  id: number,
  changes: {
    is_active?: false;
    deleted_at?: Date;
    file_upload_id?: string | null;
    video_upload_id?: string;
    captions_upload_id?: string;
  },
) => app.deps.db.updateTable('products').set(changes).where('id', '=', id).execute();

async function createChart(changes: { price?: number } = {}): Promise<AdminProduct> {
  nextNumber += 1;
  const chart = await createTestProduct(app, admin, {
    productNumber: nextNumber,
    title: `Chart ${nextNumber}`,
    ...changes,
  });
  await setProduct(chart.id, { file_upload_id: await stored('application/pdf') });
  return chart;
}

const buy = (user: TestUser, { id, type }: AdminProduct) =>
  insertPurchase(app, user, { product_id: id, product_type: type });

const product = (idText: string | number) => ({ kind: 'product', idText: String(idText) }) as const;
const media = (kind: 'session_video' | 'captions', idText = String(session.id)) =>
  ({ kind, idText }) as const;
const plan = (idText: string) => ({ kind: 'plan', idText }) as const;
const open = (resource: FileResource, actor: Actor | null = admin) =>
  authorizeFile(app.deps, actor, resource);

beforeAll(async () => {
  app.clock.set(new Date(start));
  admin = await createAdmin(app);
  sold = await createTestProduct(app, admin, { productNumber: 40, title: 'River Bluffs: Part 2' });
  session = await createTestProduct(app, admin, { type: 'session', productNumber: 41, title: 'Final Table' });
  await setProduct(sold.id, { file_upload_id: await stored('application/pdf') });
  await setProduct(session.id, {
    video_upload_id: await stored('video/mp4'),
    captions_upload_id: await stored('text/vtt'),
  });
  for (const [pdfNumber, requiredPlan, hasFile] of [
    [1, 'free', true],
    [2, 'free', false],
    [3, 'silver', true],
    [8, 'diamond', true],
    [10, 'free', true],
  ] as const) {
    await app.deps.db
      .insertInto('coaching_pdfs')
      .values({
        pdf_number: pdfNumber,
        title: `Plan ${pdfNumber}`,
        required_plan: requiredPlan,
        file_upload_id: hasFile ? await stored('application/pdf') : null,
      })
      .execute();
  }
});

describe('the access check for files', () => {
  it('requires login before it reveals anything about the file', async () => {
    for (const resource of [product(sold.id), product('999999'), media('captions'), plan('1'), plan('99')]) {
      await expect(open(resource, null)).rejects.toMatchObject({ code: 'not_signed_in' });
    }
  });

  it('returns the file, its location and the filename for the response', async () => {
    const location = { uploadId: expect.any(String), storageKey: expect.stringMatching(/^products\//) };
    expect(await open(product(sold.id))).toEqual({
      ...location,
      kind: 'product',
      productId: sold.id,
      pdfNumber: null,
      title: 'River Bluffs: Part 2',
      filename: 'river-bluffs-part-2.pdf',
      contentType: 'application/pdf',
    });
    const ofSession = { ...location, productId: session.id, pdfNumber: null, title: 'Final Table' };
    expect(await open(media('session_video'))).toEqual({
      ...ofSession,
      kind: 'session_video',
      filename: 'final-table',
      contentType: 'video/mp4',
    });
    expect(await open(media('captions'))).toEqual({
      ...ofSession,
      kind: 'captions',
      filename: 'final-table.vtt',
      contentType: 'text/vtt',
    });
    expect(await open(plan('8'))).toEqual({
      ...location,
      kind: 'plan',
      productId: null,
      pdfNumber: 8,
      title: 'Plan 8',
      filename: 'poker-coaching-plan-8.pdf',
      contentType: 'application/pdf',
    });
  });

  it('has different errors for items to buy, missing items and items without a file', async () => {
    const otherUser = await app.createUser();
    const rejections = [
      [product(sold.id), 'forbidden', 'Please buy this product before you download it'],
      [media('session_video'), 'forbidden', 'Please buy this session before you watch it'],
      [media('captions'), 'forbidden', 'Please buy this session before you watch it'],
      [product('999999'), 'not_found', 'Product was not found'],
      ...['0', '-1', '1e3', '99999999999', 'abc', '', '../1', '1;drop'].map(
        (id) => [product(id), 'not_found', 'Product was not found'] as const,
      ),
      [media('session_video', String(sold.id)), 'not_found', 'Session was not found'],
      [media('captions', '999999'), 'not_found', 'Session was not found'],
      [media('session_video', 'abc'), 'not_found', 'Session was not found'],
      ...['11', '0', '4', '003', 'x3', '3x', '-1', '1.5', '1e0', '..'].map(
        (number) => [plan(number), 'not_found', 'Coaching plan was not found'] as const,
      ),
      [plan('2'), 'not_found', 'This coaching plan has no file yet'],
      [plan('3'), 'forbidden', 'Access denied. Please upgrade your subscription to access this PDF.'],
    ] as const;
    for (const [resource, code, message] of rejections) {
      await expect(open(resource, otherUser), resource.idText).rejects.toMatchObject({ code, message });
    }
    const empty = await createTestProduct(app, admin, { type: 'session', productNumber: 43, price: 0 });
    await expect(open(media('session_video', String(empty.id)), otherUser)).rejects.toMatchObject({
      code: 'not_found',
      message: 'This session has no video yet',
    });
  });

  it('lets a student open only items that the student has bought, that are free, or that the student’s plan includes', async () => {
    const student = await app.createUser();
    const free = await createChart({ price: 0 });
    expect(await open(product(free.id), student)).toMatchObject({ productId: free.id });
    await buy(student, sold);
    await buy(student, session);
    expect(await open(product(sold.id), student)).toMatchObject({ productId: sold.id });
    expect(await open(media('session_video'), student)).toMatchObject({ kind: 'session_video' });
    expect(await open(media('captions'), student)).toMatchObject({ kind: 'captions' });
    expect(await open(plan('1'), student)).toMatchObject({ pdfNumber: 1 });
    expect(await open(plan('10'), student)).toMatchObject({ pdfNumber: 10 });
    await app.deps.db
      .insertInto('plan_grants')
      .values({ user_id: student.userId, plan: 'gold', reason: 'gift', starts_at: new Date(start - day) })
      .execute();
    expect(await open(plan('3'), student)).toMatchObject({ pdfNumber: 3 });
    await expect(open(plan('8'), student)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([
    ['hidden', { is_active: false }],
    ['archived', { deleted_at: new Date(start) }],
  ] as const)('lets only buyers and admins open a product that is %s', async (_name, changes) => {
    const chart = await createChart();
    const [buyer, otherUser] = [await app.createUser(), await app.createUser()];
    await buy(buyer, chart);
    await setProduct(chart.id, changes);
    await expect(open(product(chart.id), otherUser)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Product was not found',
    });
    for (const actor of [buyer, admin]) {
      expect(await open(product(chart.id), actor)).toMatchObject({ productId: chart.id });
    }
  });

  it('returns no file if the upload is not claimed or the product has no upload', async () => {
    const chart = await createChart();
    const { uploadId } = await open(product(chart.id));
    const none = { code: 'not_found', message: 'This product has no file yet' };
    await app.deps.db.updateTable('uploads').set({ status: 'secured' }).where('id', '=', uploadId).execute();
    await expect(open(product(chart.id))).rejects.toMatchObject(none);
    await setProduct(chart.id, { file_upload_id: null });
    await expect(open(product(chart.id))).rejects.toMatchObject(none);
  });

  it('returns the file’s verified content type, even if the storage has another type', async () => {
    const chart = await createChart();
    const uploadId = await storeFile(app, admin, {
      bytes,
      contentType: 'text/html',
      checkedType: 'application/pdf',
    });
    await setProduct(chart.id, { file_upload_id: uploadId });
    const file = await open(product(chart.id));
    expect(await headFile(app.deps, file)).toMatchObject({
      contentType: 'application/pdf',
      sizeBytes: bytes.length,
    });
    expect(await buffer(await readFile(app.deps, file))).toEqual(bytes);
    expect(await buffer(await readFile(app.deps, file, { start: 5, end: 7 }))).toEqual(bytes.subarray(5, 8));
  });

  it('an error is logged if a file that a user may open is missing from the store', async () => {
    const chart = await createChart();
    const file = await open(product(chart.id));
    await app.deps.storage.remove(file.storageKey);
    for (const read of [headFile, readFile]) {
      const logged = app.logs.length;
      await expect(read(app.deps, file)).rejects.toMatchObject({
        code: 'not_found',
        message: 'This file is not available right now',
      });
      const alerts = app.logs.slice(logged).map((line): unknown => JSON.parse(line));
      expect(alerts).toContainEqual(
        expect.objectContaining({
          level: 50,
          kind: 'product',
          productId: chart.id,
          pdfNumber: null,
          uploadId: file.uploadId,
          msg: 'a file that a user may open is missing from the store',
        }),
      );
    }
  });
});

describe('recordAccess', () => {
  const openings = (user: TestUser) =>
    app.deps.db
      .selectFrom('file_accesses')
      .selectAll()
      .where('user_id', '=', user.userId)
      .orderBy('id')
      .execute();
  const eventsOf = (user: TestUser) =>
    app.deps.db
      .selectFrom('analytics_events')
      .select(['event_name', 'properties', 'occurred_at'])
      .where('user_id', '=', user.userId)
      .orderBy('id')
      .execute();

  it('records an analytics event for each opened file, except for captions', async () => {
    const user = await app.createUser();
    for (const resource of [product(sold.id), plan('8'), media('session_video'), media('captions')]) {
      const file = await open(resource);
      await recordAccess(app.deps, user, file, testMetadata, true);
      await recordAccess(app.deps, user, file, testMetadata, true);
    }
    const kinds = (await openings(user)).map(({ kind }) => kind);
    expect(kinds).toEqual(['product', 'plan', 'session_video', 'captions']);
    const at = new Date(start).toISOString();
    expect(await eventsOf(user)).toEqual([
      { event_name: 'product_downloaded', properties: { productId: sold.id }, occurred_at: at },
      { event_name: 'plan_downloaded', properties: { pdfNumber: 8 }, occurred_at: at },
      { event_name: 'session_video_started', properties: { sessionId: session.id }, occurred_at: at },
    ]);
  });

  it('records the item and the user’s network, but not the full IP address', async () => {
    const user = await app.createUser();
    const file = await open(product(sold.id));
    await recordAccess(app.deps, user, file, { ...testMetadata, ip: '192.0.2.77' }, false);
    expect(await openings(user)).toMatchObject([
      {
        kind: 'product',
        product_id: sold.id,
        pdf_number: null,
        upload_id: file.uploadId,
        title: 'River Bluffs: Part 2',
        content_type: 'application/pdf',
        ip_prefix: '192.0.2.0/24',
        opened_at: new Date(start).toISOString(),
      },
    ]);
  });

  it('records nothing during impersonation', async () => {
    const user = await app.createUser();
    const impersonation = { id: '1', adminId: admin.userId, endsAt: app.deps.now().toISOString() };
    await recordAccess(app.deps, { ...user, impersonation }, await open(plan('8')), testMetadata, false);
    expect(await openings(user)).toEqual([]);
  });

  it('records one access for all range requests within six hours, one for each complete download, and one event for each access', async () => {
    const user = await app.createUser();
    const file = await open(media('session_video'));
    const record = (isPart: boolean) => recordAccess(app.deps, user, file, testMetadata, isPart);
    try {
      await record(true);
      app.clock.set(new Date(start + 6 * hour - 1));
      await record(true);
      expect(await openings(user)).toHaveLength(1);
      app.clock.set(new Date(start + 6 * hour));
      await record(true);
      expect(await openings(user)).toHaveLength(2);
      await record(false);
      expect(await openings(user)).toHaveLength(3);
      expect(await eventsOf(user)).toHaveLength(3);
    } finally {
      app.clock.set(new Date(start));
    }
  });

  it('records one row per user for twenty concurrent range requests', async () => {
    const [user, other] = [await app.createUser(), await app.createUser()];
    const file = await open(media('session_video'));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        recordAccess(app.deps, index === 7 ? other : user, file, testMetadata, true),
      ),
    );
    expect(await openings(user)).toHaveLength(1);
    expect(await openings(other)).toHaveLength(1);
  });

  it('a user sees only the user’s own access records, newest first; each record states whether its file has a new version', async () => {
    const [user, other] = [await app.createUser(), await app.createUser()];
    const chart = await createChart();
    await recordAccess(app.deps, user, await open(product(chart.id)), testMetadata, false);
    app.clock.set(new Date(start + 1_000));
    await recordAccess(app.deps, user, await open(plan('1')), testMetadata, false);
    app.clock.set(new Date(start + 2_000));
    await recordAccess(app.deps, user, await open(plan('8')), testMetadata, false);
    app.clock.set(new Date(start));
    const newFile = { file_upload_id: await stored('application/pdf') };
    await setProduct(chart.id, newFile);
    await app.deps.db.updateTable('coaching_pdfs').set(newFile).where('pdf_number', '=', 8).execute();
    expect(await app.caller(user).learning.myAccesses()).toEqual([
      expect.objectContaining({ kind: 'plan', pdfNumber: 8, isCurrentVersion: false }),
      {
        kind: 'plan',
        productId: null,
        pdfNumber: 1,
        title: 'Plan 1',
        openedAt: new Date(start + 1_000).toISOString(),
        isCurrentVersion: true,
        currentVersionAt: null,
      },
      {
        kind: 'product',
        productId: chart.id,
        pdfNumber: null,
        title: chart.title,
        openedAt: new Date(start).toISOString(),
        isCurrentVersion: false,
        // This is the new file's `claimed_at`, which `storeFile` does not set.
        currentVersionAt: null,
      },
    ]);
    expect(await app.caller(other).learning.myAccesses()).toEqual([]);
  });

  it('captions are not listed, because they are loaded with their video', async () => {
    const user = await app.createUser();
    for (const kind of ['session_video', 'captions'] as const)
      await recordAccess(app.deps, user, await open(media(kind)), testMetadata, false);
    expect(await app.caller(user).learning.myAccesses()).toMatchObject([{ kind: 'session_video' }]);
  });

  it('access records are deleted exactly 13 months after the access', async () => {
    const user = await app.createUser();
    await recordAccess(app.deps, user, await open(plan('1')), testMetadata, false);
    try {
      app.clock.set(new Date('2027-12-21T12:00:00.000Z'));
      await sweepAccesses(app.deps);
      expect(await openings(user)).toHaveLength(1);
      app.clock.set(new Date('2027-12-21T12:00:00.001Z'));
      expect(await sweepAccesses(app.deps)).toBeGreaterThan(0);
      expect(await openings(user)).toEqual([]);
    } finally {
      app.clock.set(new Date(start));
    }
  });
});
