import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parseReadingResource, readingPath } from '../../shared/learning/reading-path.ts';
import { buildHand } from '../../shared/poker/build-hand.ts';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { httpClient, signIn } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { saveCoachingPlan, sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { findPlanResources } from '../practice/leaks.queries.ts';
import { findFinishedReadings } from './reading.queries.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let sold: AdminProduct;
let reader: TestUser;

const steal = buildHand(`nlhe cash USD 0.25/0.5, 6-max, button 1
  1 BTN 50 AhKh hero
  2 SB 50
  3 BB 50
  preflop r1.25 f f`);

const learning = (who: TestUser) => app.caller(who).learning;
const product = () => ({ kind: 'product' as const, id: sold.id });
const plan = (id: number) => ({ kind: 'plan' as const, id });

beforeAll(async () => {
  admin = await createAdmin(app);
  sold = await createTestProduct(app, admin, {
    title: 'River Bluffs',
    filePath: await sendProductPdf(app, admin, await testPdf('The third barrel', 7)),
  });
  await saveCoachingPlan(app, admin, 1, 'free', 3);
  await saveCoachingPlan(app, admin, 3, 'silver', 9);
  reader = await app.createUser({ password: testPassword });
  await buy(app, reader, sold);
});

describe('reading in the browser', () => {
  it('the PDF reader has the same access check as the download', async () => {
    const other = await app.createUser();
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
    const positions = await app.deps.db.selectFrom('reading_positions').select('id').execute();
    expect(positions).toEqual([]);
  });

  it('opens at the page that the user read last, regardless of other users', async () => {
    expect(await learning(reader).openReading(product())).toEqual({
      title: 'River Bluffs',
      url: `/api/products/${sold.id}/download`,
      firstPage: expect.stringMatching(/^\/api\/reading\/product\/\d+\/first-page\?v=[\da-f]{8}$/),
      filename: 'river-bluffs.pdf',
      page: 1,
    });
    await learning(reader).saveReadingPage({ resource: product(), page: 7, pageCount: 12 });
    await learning(reader).saveReadingPage({ resource: plan(1), page: 2, pageCount: 3 });
    expect((await learning(reader).openReading(product())).page).toBe(7);
    expect(await learning(reader).openReading(plan(1))).toMatchObject({
      url: '/api/coaching-pdfs/1/download',
      filename: 'poker-coaching-plan-1.pdf',
      page: 2,
    });
    expect((await learning(await app.createUser()).openReading(plan(1))).page).toBe(1);
  });

  it('stores one position per user and PDF, even if twenty pages are saved concurrently', async () => {
    const user = await app.createUser();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        learning(user).saveReadingPage({ resource: plan(1), page: index + 1, pageCount: 20 }),
      ),
    );
    const rows = await app.deps.db
      .selectFrom('reading_positions')
      .select('page')
      .where('user_id', '=', user.userId)
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

  it('offers the PDF read last among those that are unfinished and still accessible', async () => {
    const user = await app.createUser();
    expect(await learning(user).continueReading()).toBeNull();
    const grant = await app.deps.db
      .insertInto('plan_grants')
      .values({ user_id: user.userId, plan: 'gold', reason: 'gift' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await learning(user).saveReadingPage({ resource: plan(1), page: 2, pageCount: 3 });
    await learning(user).saveReadingPage({ resource: plan(3), page: 5, pageCount: 9 });
    expect(await learning(user).continueReading()).toMatchObject({
      kind: 'plan',
      id: 3,
      title: 'Plan 3',
      page: 5,
      pageCount: 9,
    });
    await app.deps.db.deleteFrom('plan_grants').where('id', '=', grant.id).execute();
    expect(await learning(user).continueReading()).toMatchObject({ id: 1, page: 2 });
    await learning(user).saveReadingPage({ resource: plan(1), page: 3, pageCount: 3 });
    expect(await learning(user).continueReading()).toBeNull();
  });

  it('offers a PDF whose file was replaced with the page count of the new file, at a page that it has', async () => {
    const user = await app.createUser();
    await saveCoachingPlan(app, admin, 6, 'free', 4);
    await learning(user).saveReadingPage({ resource: plan(6), page: 3, pageCount: 4 });
    await saveCoachingPlan(app, admin, 6, 'free', 5);
    expect(await learning(user).continueReading()).toMatchObject({ id: 6, page: 3, pageCount: 5 });
    await saveCoachingPlan(app, admin, 6, 'free', 2);
    expect(await learning(user).continueReading()).toMatchObject({ id: 6, page: 2, pageCount: 2 });
  });
});

it('a coaching plan that was read to the end stays finished when the student goes back to an earlier page', async () => {
  const user = await app.createUser();
  const finished = async () => {
    const { items } = await app
      .caller(admin)
      .admin.learning.learners({ kind: 'plan', id: 1, show: 'finished' });
    return items.find(({ userId }) => userId === user.userId);
  };
  const open = (page: number) => learning(user).saveReadingPage({ resource: plan(1), page, pageCount: 12 });
  await open(11);
  expect(await finished()).toBeUndefined();
  await open(12);
  const { finishedAt } = (await finished()) ?? {};
  expect(finishedAt).toEqual(expect.any(String));
  app.clock.advance(60_000);
  await open(3);
  expect(await finished()).toMatchObject({ page: 3, finishedAt });
});

it('a PDF whose last page was stored without a finish date, as by a server of the previous version, is finished everywhere', async () => {
  const user = await app.createUser();
  const { db } = app.deps;
  const open = (page: number) => learning(user).saveReadingPage({ resource: plan(1), page, pageCount: 12 });
  await open(12);
  await db
    .updateTable('reading_positions')
    .set({ finished_at: null })
    .where('user_id', '=', user.userId)
    .execute();
  const finishDates = async () => {
    const { items } = await app
      .caller(admin)
      .admin.learning.learners({ kind: 'plan', id: 1, show: 'finished' });
    const { brief } = await app.caller(user).coaching.ownBrief();
    const [suggested] = await findPlanResources(db, user.userId, [1]);
    return [
      items.find(({ userId }) => userId === user.userId)?.finishedAt,
      brief.blocks.finished?.find(({ title }) => title === 'Plan 1')?.at,
      suggested?.finished_at,
    ];
  };
  const before = await finishDates();
  expect(before).toEqual([expect.any(String), before[0], before[0]]);
  expect(await findFinishedReadings(db, user.userId)).toEqual([{ productId: null, pdfNumber: 1 }]);
  app.clock.advance(60_000);
  await open(3);
  expect(await finishDates()).toEqual(before);
});

describe('notes on pages', () => {
  it('a note requires the same access as the file, and is listed with its page and its hand', async () => {
    const [writer, other] = [await app.createUser(), await app.createUser()];
    await buy(app, writer, sold);
    const { id: handId } = await app.caller(writer).hands.saveBuilt({ hand: steal, title: '' });
    const { addNote, allNotes, listNotes } = learning(writer);
    await addNote({ place: { ...product(), page: 7 }, text: 'The second chart' });
    const withHand = await addNote({ place: { ...product(), page: 3 }, text: 'Like mine', handId });
    await addNote({ place: { ...plan(1), page: 2 }, text: 'Fold more pelicans' });
    expect(withHand).toMatchObject({
      place: { ...product(), page: 3 },
      title: 'River Bluffs',
      hand: { id: handId },
    });
    expect((await listNotes(product())).map(({ place, text }) => [place, text])).toEqual([
      [{ ...product(), page: 3 }, 'Like mine'],
      [{ ...product(), page: 7 }, 'The second chart'],
    ]);
    expect(await listNotes(plan(1))).toMatchObject([{ title: 'Plan 1', text: 'Fold more pelicans' }]);
    expect((await allNotes({})).items).toHaveLength(3);
    expect(await learning(other).allNotes({})).toMatchObject({ items: [], total: 0 });
    expect(await learning(other).listNotes(product())).toEqual([]);
    for (const [place, code] of [
      [{ ...product(), page: 1 }, 'FORBIDDEN'],
      [{ ...plan(3), page: 1 }, 'FORBIDDEN'],
      [{ ...plan(2), page: 1 }, 'NOT_FOUND'],
      [{ ...plan(1), page: 0 }, 'BAD_REQUEST'],
      [{ ...plan(1), page: 21 }, 'BAD_REQUEST'],
    ] as const)
      await expect(learning(other).addNote({ place, text: 'Mine' })).rejects.toMatchObject({ code });
    const theirs = { place: { ...plan(1), page: 1 }, text: 'Theirs', handId };
    await expect(learning(other).addNote(theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('after access to a PDF has ended, a note on it stays, and the search finds the note', async () => {
    const user = await app.createUser();
    const grant = await app.deps.db
      .insertInto('plan_grants')
      .values({ user_id: user.userId, plan: 'gold', reason: 'gift' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const note = await learning(user).addNote({ place: { ...plan(3), page: 4 }, text: 'Never limp' });
    const found = { kind: 'note', noteId: note.id, place: { ...plan(3), page: 4 }, title: 'Plan 3' };
    expect(await learning(user).search({ q: 'limp' })).toEqual([
      { ...found, text: 'Never limp', accessible: true },
    ]);
    await app.deps.db.deleteFrom('plan_grants').where('id', '=', grant.id).execute();
    expect(await learning(user).search({ q: 'limp' })).toMatchObject([{ ...found, accessible: false }]);
    expect(await learning(user).updateNote({ id: note.id, text: 'Never limp behind' })).toMatchObject({
      place: { page: 4 },
    });
    await learning(user).deleteNote({ id: note.id });
    expect(await learning(user).listNotes(plan(3))).toEqual([]);
  });

  it('a note belongs to exactly one session or PDF', async () => {
    const user_id = reader.userId;
    for (const place of [
      { pdf_number: 1 },
      { pdf_number: 1, page: 1, at_seconds: 3 },
      { pdf_number: 1, product_id: sold.id, page: 1 },
      { session_id: sold.id, page: 1 },
    ])
      await expect(
        app.deps.db
          .insertInto('session_notes')
          .values({ user_id, text: 'x', ...place })
          .execute(),
      ).rejects.toThrow('session_notes_place_check');
  });
});

describe('the image of the first page', () => {
  const logIn = async (user: TestUser) => {
    const client = await signIn(app.app, user);
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
    const other = await logIn(await app.createUser({ password: testPassword }));
    expect((await other(firstPage)).statusCode).toBe(403);
    expect((await httpClient(app.app).request('GET', firstPage)).statusCode).toBe(401);
    for (const path of ['captions/1', 'session_video/1', 'plan/2', 'plan/11', 'product/99999'])
      expect((await open(`/api/reading/${path}/first-page`)).statusCode, path).toBe(404);
  });

  it('is rendered only once if twenty concurrent requests find no stored image', async () => {
    await app.deps.db.deleteFrom('pdf_details').execute();
    const describePdf = vi.spyOn(app.deps.pdfStamper, 'describe');
    const { firstPage } = await learning(reader).openReading(product());
    const responses = await Promise.all(Array.from({ length: 20 }, () => open(firstPage)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect((await open(firstPage)).statusCode).toBe(200);
    expect(describePdf).toHaveBeenCalledTimes(1);
  });

  it('is rendered for one file at a time, and no other file is read meanwhile', async () => {
    await app.deps.db.deleteFrom('pdf_details').execute();
    const read = vi.spyOn(app.deps.storage, 'read');
    const { promise: rendered, resolve: finish } = Promise.withResolvers<void>();
    const { describe: describePdf } = app.deps.pdfStamper;
    const describing = vi.spyOn(app.deps.pdfStamper, 'describe').mockImplementation(async (bytes) => {
      await rendered;
      return describePdf(bytes);
    });
    const paths = [
      (await learning(reader).openReading(product())).firstPage,
      (await learning(reader).openReading(plan(1))).firstPage,
    ];
    const responses = paths.map((path) => open(path));
    await expect.poll(() => describing.mock.calls.length).toBe(1);
    // This request is sent last. When it has ended, the request for the second PDF is waiting for its turn.
    await open('/api/reading/plan/11/first-page');
    expect(read).toHaveBeenCalledTimes(1);
    finish();
    expect((await Promise.all(responses)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('responds with 404 for a file that cannot be rendered, and tries to render the file only once', async () => {
    await app.deps.db.deleteFrom('pdf_details').execute();
    const describePdf = vi.spyOn(app.deps.pdfStamper, 'describe').mockResolvedValue(null);
    const { firstPage } = await learning(reader).openReading(plan(1));
    expect((await open(firstPage)).statusCode).toBe(404);
    expect((await open(firstPage)).statusCode).toBe(404);
    expect(describePdf).toHaveBeenCalledTimes(1);
  });
});

describe('the URL of the PDF reader', () => {
  it('the URL identifies a PDF and can be parsed', () => {
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
