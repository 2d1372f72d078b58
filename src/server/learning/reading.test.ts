import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseReadingResource, readingPath } from '../../shared/learning/reading-path.ts';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { httpClient } from '../../testing/http-client.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';

let app: TestApp;
let admin: AdminActor;
let sold: AdminProduct;
let reader: TestUser;

const learning = (who: TestUser | null) => app.caller(who).learning;
const product = () => ({ kind: 'product' as const, id: sold.id });
const plan = (id: number) => ({ kind: 'plan' as const, id });

beforeAll(async () => {
  app = await createTestApp({ stripe: 'sandbox' });
  admin = await createAdmin(app);
  const send = async (text: string) => sendProductPdf(app, admin, await testPdf(text));
  sold = await createTestProduct(app, admin, { title: 'River Bluffs', filePath: await send('River') });
  for (const [pdfNumber, requiredPlan] of [
    [1, 'free'],
    [3, 'silver'],
  ] as const) {
    await app.caller(admin).admin.coachingPlans.save({
      pdfNumber,
      title: `Plan ${pdfNumber}`,
      difficulty: 'beginner',
      requiredPlan,
      filePath: await send(`Plan ${pdfNumber}`),
    });
  }
  reader = await app.createUser({ password: testPassword });
  await buy(app, reader, sold);
});
afterAll(() => app.close());

describe('reading in the browser', () => {
  it('the PDF reader has the same access check as the download', async () => {
    const other = await app.createUser();
    await expect(learning(null).openReading(plan(1))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const [resource, code] of [
      [product(), 'FORBIDDEN'],
      [plan(3), 'FORBIDDEN'],
      [plan(2), 'NOT_FOUND'],
      [{ kind: 'product', id: 99_999 }, 'NOT_FOUND'],
    ] as const) {
      await expect(learning(other).openReading(resource)).rejects.toMatchObject({ code });
      await expect(
        learning(other).saveReadingPage({ resource, page: 1, pageCount: 2 }),
      ).rejects.toMatchObject({
        code,
      });
    }
    const marks = await app.deps.db.selectFrom('reading_positions').select('id').execute();
    expect(marks).toEqual([]);
  });

  it('opens at the user’s last page, regardless of other users', async () => {
    expect(await learning(reader).openReading(product())).toEqual({
      title: 'River Bluffs',
      address: `/api/products/${sold.id}/download`,
      firstPage: expect.stringMatching(/^\/api\/reading\/product\/\d+\/first-page\?v=[\da-f]{8}$/),
      filename: 'river-bluffs.pdf',
      page: 1,
    });
    await learning(reader).saveReadingPage({ resource: product(), page: 7, pageCount: 12 });
    await learning(reader).saveReadingPage({ resource: plan(1), page: 2, pageCount: 3 });
    expect((await learning(reader).openReading(product())).page).toBe(7);
    expect(await learning(reader).openReading(plan(1))).toMatchObject({
      address: '/api/coaching-pdfs/1/download',
      filename: 'poker-coaching-plan-1.pdf',
      page: 2,
    });
    expect((await learning(await app.createUser()).openReading(plan(1))).page).toBe(1);
  });

  it('stores one position per PDF, even for concurrent reports', async () => {
    const person = await app.createUser();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        learning(person).saveReadingPage({ resource: plan(1), page: index + 1, pageCount: 20 }),
      ),
    );
    const rows = await app.deps.db
      .selectFrom('reading_positions')
      .select('page')
      .where('user_id', '=', person.userId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it.each([
    { page: 0, pageCount: 3 },
    { page: 4, pageCount: 3 },
    { page: 1.5, pageCount: 3 },
    { page: 1, pageCount: 1e9 },
  ])('rejects %j', async (place) => {
    await expect(learning(reader).saveReadingPage({ resource: plan(1), ...place })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('continues with the latest PDF that is not finished and still accessible', async () => {
    const person = await app.createUser();
    expect(await learning(person).continueReading()).toBeNull();
    const grant = await app.deps.db
      .insertInto('plan_grants')
      .values({ user_id: person.userId, plan: 'gold', reason: 'gift' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await learning(person).saveReadingPage({ resource: plan(1), page: 2, pageCount: 3 });
    await learning(person).saveReadingPage({ resource: plan(3), page: 5, pageCount: 9 });
    expect(await learning(person).continueReading()).toMatchObject({
      kind: 'plan',
      id: 3,
      title: 'Plan 3',
      page: 5,
      pageCount: 9,
    });
    await app.deps.db.deleteFrom('plan_grants').where('id', '=', grant.id).execute();
    expect(await learning(person).continueReading()).toMatchObject({ id: 1, page: 2 });
    await learning(person).saveReadingPage({ resource: plan(1), page: 3, pageCount: 3 });
    expect(await learning(person).continueReading()).toBeNull();
  });
});

describe('the image of the first page', () => {
  const logIn = async (user: TestUser) => {
    const client = httpClient(app.app);
    await client.request('POST', '/api/login', { email: user.email, password: testPassword });
    return (url: string) => client.request('GET', url);
  };
  let open: Awaited<ReturnType<typeof logIn>>;
  beforeAll(async () => {
    open = await logIn(reader);
  });

  it('is a WebP image, with the same access check as the download', async () => {
    const { firstPage } = await learning(reader).openReading(product());
    const picture = await open(firstPage);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers['content-type']).toBe('image/webp');
    expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    const stranger = await logIn(await app.createUser({ password: testPassword }));
    expect((await stranger(firstPage)).statusCode).toBe(403);
    expect((await httpClient(app.app).request('GET', firstPage)).statusCode).toBe(401);
    for (const path of ['captions/1', 'session_video/1', 'plan/2', 'plan/11', 'product/99999'])
      expect((await open(`/api/reading/${path}/first-page`)).statusCode, path).toBe(404);
  });

  it('is rendered once for twenty concurrent requests of a file that has none', async () => {
    await app.deps.db.deleteFrom('pdf_details').execute();
    const describePdf = vi.spyOn(app.deps.pdfStamper, 'describe');
    const { firstPage } = await learning(reader).openReading(product());
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(firstPage)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect((await open(firstPage)).statusCode).toBe(200);
    expect(describePdf).toHaveBeenCalledTimes(1);
  });

  it('responds with 404 for a file that cannot be rendered, and tries it only once', async () => {
    await app.deps.db.deleteFrom('pdf_details').execute();
    const describePdf = vi.spyOn(app.deps.pdfStamper, 'describe').mockResolvedValue(null);
    const { firstPage } = await learning(reader).openReading(plan(1));
    expect((await open(firstPage)).statusCode).toBe(404);
    expect((await open(firstPage)).statusCode).toBe(404);
    expect(describePdf).toHaveBeenCalledTimes(1);
  });
});

describe('the URL of the PDF reader', () => {
  it('the URL identifies a document and can be parsed', () => {
    expect(readingPath({ kind: 'plan', id: 10 })).toBe('/read/plan/10');
    expect(parseReadingResource('plan', '10')).toEqual({ kind: 'plan', id: 10 });
    expect(parseReadingResource('product', '42')).toEqual({ kind: 'product', id: 42 });
  });

  it.each([
    ['plan', '11'],
    ['plan', '0'],
    ['product', '01'],
    ['product', '-1'],
    ['product', '1e3'],
    ['captions', '1'],
    ['session_video', '1'],
  ])('rejects %s %s', (kind, id) => {
    expect(parseReadingResource(kind, id)).toBeUndefined();
  });
});
