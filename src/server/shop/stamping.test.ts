import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs, hourMs } from '../../shared/durations.ts';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { type HttpClient, signIn } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { largePdf, stampPositionsOf, textsOf, unevenPdf, withoutPages } from '../access/testing/pdfs.ts';
import { sendProductPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { createCoach } from '../coaching/testing/asked-questions.ts';
import { buy, createAdmin, createTestProduct, purchasesOf } from '../payments/testing/purchases.ts';
import { createTestDeck } from '../practice/testing/test-decks.ts';
import { finishDeletions } from '../profile/privacy/account-deletion.operations.ts';
import { sweepStampedFiles } from './stamping.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let original: Buffer;
let sold: AdminProduct;

type Person = { user: TestUser; client: HttpClient };

async function person(firstName = 'Dana', role: 'user' | 'admin' = 'user'): Promise<Person> {
  const user = await app.createUser({ role, firstName, password: testPassword });
  const client = await signIn(app.app, user);
  return { user, client };
}

async function createBuyer(firstName?: string, product = sold): Promise<Person> {
  const buyer = await person(firstName);
  await buy(app, buyer.user, product);
  return buyer;
}

const downloadUrl = (product: AdminProduct) => `/api/products/${product.id}/download`;
const planUrl = '/api/coaching-pdfs/1/download';
const get = (buyer: Person, url = downloadUrl(sold), headers: Record<string, string> = {}) =>
  buyer.client.request('GET', url, undefined, headers);
const head = (buyer: Person, url = downloadUrl(sold)) =>
  app.app.inject({ method: 'HEAD', url, headers: { cookie: buyer.client.cookie() ?? '' } });

const setStamping = (value: boolean) =>
  app.caller(admin).admin.settings.update([{ key: 'stampPdfs', value }]);

const copies = async () => {
  const keys: string[] = [];
  for await (const { key } of app.deps.storage.list('stamped/')) keys.push(key);
  return keys;
};

beforeAll(async () => {
  admin = await createAdmin(app);
  original = await unevenPdf();
  sold = await createTestProduct(app, admin, {
    productNumber: 40,
    title: 'River Bluffs',
    filePath: await sendProductPdf(app, admin, original),
  });
  await app.caller(admin).admin.coachingPlans.save({
    pdfNumber: 1,
    title: 'Plan 1',
    difficulty: 'beginner',
    requiredPlan: 'free',
    filePath: await sendProductPdf(app, admin, original),
  });
});
beforeEach(() => setStamping(true));
afterEach(() => setStamping(false));

describe('a stamped PDF', () => {
  it('while stamping is off, buyers get the original file', async () => {
    await setStamping(false);
    const buyer = await createBuyer();
    expect((await get(buyer)).rawPayload.equals(original)).toBe(true);
    expect(await copies()).toEqual([]);
  });

  it('each page names the buyer', async () => {
    const [dana, erin] = [await createBuyer('Dana'), await createBuyer('Erin')];
    for (const buyer of [dana, erin]) {
      const response = await get(buyer);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
      const [purchase] = await purchasesOf(app, buyer.user);
      const name = buyer === dana ? 'Dana Whitfield' : 'Erin Whitfield';
      const texts = await textsOf(response.rawPayload);
      expect(texts).toHaveLength(5);
      for (const [index, text] of texts.entries()) {
        expect(text).toContain(`Page ${index + 1}`);
        expect(text).toContain(`${name} · s***@example.test · Order ${purchase?.id} · `);
        expect(text).toMatch(/· \d{1,2} [A-Z][a-z]{2} \d{4}/);
        expect(text).not.toContain(buyer.user.email);
      }
    }
  });

  it('the stamp is upright in the bottom margin, even on rotated and cropped pages', async () => {
    const { rawPayload } = await get(await createBuyer());
    const places = await stampPositionsOf(rawPayload);
    expect(places).toHaveLength(5);
    for (const { x, y, angle, width } of places) {
      expect(angle).toBe(0);
      expect(y).toBeCloseTo(9, 0);
      expect(x).toBeGreaterThan(10);
      expect(width).toBeLessThan(1);
    }
  });

  it('coaching plans are stamped too, with a member number instead of an order number', async () => {
    const buyer = await person();
    const texts = await textsOf((await get(buyer, planUrl)).rawPayload);
    expect(texts[0]).toContain(
      `Dana Whitfield · s***@example.test · Member ${buyer.user.userId.slice(0, 8)} ·`,
    );
  });

  it('the last page links to the drills of the file if the file has drills', async () => {
    const product = await createTestProduct(app, admin, {
      productNumber: 41,
      title: 'Turn Barrels',
      filePath: await sendProductPdf(app, admin, original),
    });
    const buyer = await createBuyer('Dana', product);
    const pages = async () => textsOf((await get(buyer, downloadUrl(product))).rawPayload);
    expect((await pages()).join(' ')).not.toContain('/d/');
    const coach = await createCoach(app, admin);
    const { drillId } = await createTestDeck(app, coach, { place: { kind: 'product', id: product.id } });
    const { code } = await app.deps.db
      .selectFrom('decks')
      .select('code')
      .where('product_id', '=', product.id)
      .executeTakeFirstOrThrow();
    const stamped = await pages();
    const link = `${app.deps.appUrl().replace(/^https?:\/\//, '')}/d/${code}`;
    expect(stamped.map((text) => text.includes(link))).toEqual([false, false, false, false, true]);
    await app.caller(coach).drills.archive({ id: drillId, isArchived: true });
    expect((await pages()).join(' ')).not.toContain('/d/');
  });

  it('concurrent requests of a buyer create one copy, which is cached', async () => {
    const buyer = await createBuyer();
    const before = (await copies()).length;
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(buyer)));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(await copies()).toHaveLength(before + 1);
    app.clock.advance(3 * dayMs);
    const later = await get(buyer);
    app.clock.advance(-3 * dayMs);
    expect(later.rawPayload.equals(responses[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true);
  });

  it('at most two original PDFs are in memory at a time', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => createBuyer()));
    const { storage, pdfStamper } = app.deps;
    const { read } = storage;
    const { stamp } = pdfStamper;
    let inMemory = 0;
    let highest = 0;
    vi.spyOn(storage, 'read').mockImplementation((key, range) => {
      if (key.startsWith('products/')) highest = Math.max(highest, ++inMemory);
      return read(key, range);
    });
    vi.spyOn(pdfStamper, 'stamp').mockImplementation((...args) => stamp(...args).finally(() => inMemory--));
    const responses = await Promise.all(buyers.map((buyer) => head(buyer)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(buyers.map(() => 200));
    expect([highest, inMemory]).toEqual([2, 0]);
  });

  it('a stamped copy has its own size, ETag and byte ranges', async () => {
    const buyer = await createBuyer();
    const headResponse = await head(buyer);
    const whole = await get(buyer);
    expect(headResponse.headers).toMatchObject({
      'content-length': String(whole.rawPayload.length),
      etag: whole.headers.etag,
      'accept-ranges': 'bytes',
    });
    const half = Math.floor(whole.rawPayload.length / 2);
    const parts = [
      await get(buyer, downloadUrl(sold), { range: `bytes=0-${half - 1}` }),
      await get(buyer, downloadUrl(sold), {
        range: `bytes=${half}-`,
        'if-range': String(whole.headers.etag),
      }),
    ];
    expect(parts.map(({ statusCode }) => statusCode)).toEqual([206, 206]);
    expect(Buffer.concat(parts.map(({ rawPayload }) => rawPayload)).equals(whole.rawPayload)).toBe(true);
    const known = await get(buyer, downloadUrl(sold), { 'if-none-match': String(whole.headers.etag) });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    const other = await createBuyer('Erin');
    const others = await get(other, downloadUrl(sold), { 'if-none-match': String(whole.headers.etag) });
    expect(others.statusCode).toBe(200);
  });

  it('a stamped copy is replaced when the buyer’s name changes', async () => {
    const buyer = await createBuyer();
    await get(buyer);
    await app.caller(buyer.user).profile.updateNames({
      id: buyer.user.userId,
      firstName: 'Łucja',
      lastName: 'Ørsted',
    });
    const [text] = await textsOf((await get(buyer)).rawPayload);
    // The standard PDF fonts have Ø, but no Ł.
    expect(text).toContain('Lucja Ørsted · ');
    const ownCopies = async () => (await copies()).filter((key) => key.includes(buyer.user.userId));
    expect(await ownCopies()).toHaveLength(2);
    app.clock.advance(2 * hourMs);
    await sweepStampedFiles(app.deps);
    app.clock.advance(-2 * hourMs);
    expect(await ownCopies()).toHaveLength(1);
    expect(await textsOf((await get(buyer)).rawPayload)).toHaveLength(5);
  });

  it('admins get the original file', async () => {
    const adminPerson = await person('Ada', 'admin');
    expect((await get(adminPerson)).rawPayload.equals(original)).toBe(true);
  });

  it('a copy is created again if it is missing from the store', async () => {
    const buyer = await createBuyer();
    const first = await get(buyer);
    for (const key of await copies()) await app.deps.storage.remove(key);
    const again = await get(buyer);
    expect(again.statusCode).toBe(200);
    expect(await textsOf(again.rawPayload)).toEqual(await textsOf(first.rawPayload));
  });
});

describe('cached stamped copies', () => {
  it('cached copies are deleted a month after the last access', async () => {
    const buyer = await createBuyer();
    await get(buyer);
    const own = async () => (await copies()).filter((key) => key.includes(buyer.user.userId)).length;
    for (const [days, left] of [
      [20, 1],
      [20, 1],
      [31, 0],
    ] as const) {
      app.clock.advance(days * dayMs);
      await sweepStampedFiles(app.deps);
      expect(await own(), `${days}`).toBe(left);
      if (left > 0) {
        const fresh = await signIn(app.app, buyer.user);
        expect((await get({ ...buyer, client: fresh })).statusCode).toBe(200);
      }
    }
    app.clock.advance(-71 * dayMs);
    expect((await get(buyer)).statusCode).toBe(200);
  });

  it('cached copies are deleted with the account of the buyer', async () => {
    const buyer = await createBuyer();
    await get(buyer);
    await app.caller(buyer.user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
    app.clock.advance(15 * dayMs);
    await finishDeletions(app.deps);
    app.clock.advance(-15 * dayMs);
    expect((await copies()).filter((key) => key.includes(buyer.user.userId))).toEqual([]);
    const rows = await app.deps.db
      .selectFrom('stamped_files')
      .select('user_id')
      .where('user_id', '=', buyer.user.userId)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('a PDF that cannot be stamped', () => {
  const withFile = async (bytes: Buffer, productNumber: number) =>
    createTestProduct(app, admin, {
      productNumber,
      title: 'Odd',
      filePath: await sendProductPdf(app, admin, bytes),
    });

  it('a PDF that cannot be stamped is reported to the admin on upload, and delivered unchanged', async () => {
    const bytes = withoutPages();
    const unreadable = await withFile(bytes, 60);
    expect(unreadable.stampProblem).toBe('unreadable');
    expect(
      (await app.caller(admin).admin.products.list()).find(({ id }) => id === unreadable.id)?.stampProblem,
    ).toBe('unreadable');
    expect(sold.stampProblem).toBeNull();
    const response = await get(await createBuyer('Dana', unreadable), downloadUrl(unreadable));
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(bytes)).toBe(true);
    const plan = await app.caller(admin).admin.coachingPlans.save({
      pdfNumber: 2,
      title: 'Plan 2',
      difficulty: 'beginner',
      requiredPlan: 'free',
      filePath: await sendProductPdf(app, admin, bytes),
    });
    expect(plan.stampProblem).toBe('unreadable');
  });

  it('concurrent downloads of a PDF that was not checked when it was uploaded cause one notification', async () => {
    const bytes = withoutPages();
    const unreadable = await withFile(bytes, 61);
    const row = await app.deps.db
      .selectFrom('products')
      .select('file_upload_id')
      .where('id', '=', unreadable.id)
      .executeTakeFirstOrThrow();
    await app.deps.db
      .updateTable('uploads')
      .set({ stamp_problem: null })
      .where('id', '=', row.file_upload_id)
      .execute();
    const [dana, erin] = [await createBuyer('Dana', unreadable), await createBuyer('Erin', unreadable)];
    const responses = await Promise.all(
      [dana, erin, dana, erin].map((one) => get(one, downloadUrl(unreadable))),
    );
    for (const { rawPayload } of responses) expect(rawPayload.equals(bytes)).toBe(true);
    const items = (await app.caller(admin).notifications.list()).items;
    expect(items.filter(({ title }) => title === 'Odd cannot be stamped')).toHaveLength(1);
    expect((await app.caller(dana.user).notifications.list()).items.map(({ kind }) => kind)).not.toContain(
      'file_not_stamped',
    );
  });

  it('PDFs over forty megabytes cannot be stamped', async () => {
    const huge = await withFile(await largePdf(41), 62);
    expect(huge.stampProblem).toBe('too_large');
  });
});

describe('large PDFs', () => {
  it('large PDFs are stamped without blocking the server, and in bounded memory', async () => {
    const large = await createTestProduct(app, admin, {
      productNumber: 70,
      title: 'Large',
      filePath: await sendProductPdf(app, admin, await largePdf(8)),
    });
    expect(large.stampProblem).toBeNull();
    const people = await Promise.all(Array.from({ length: 6 }, () => createBuyer('Dana', large)));
    const before = process.memoryUsage().rss;
    let highest = before;
    let longest = 0;
    let last = process.cpuUsage();
    const watch = setInterval(() => {
      // Processor time between two timer ticks, so that other processes do not affect the measurement.
      const { user, system } = process.cpuUsage(last);
      longest = Math.max(longest, (user + system) / 1_000);
      last = process.cpuUsage();
      highest = Math.max(highest, process.memoryUsage().rss);
    }, 20);
    const responses = await Promise.all(people.map((one) => head(one, downloadUrl(large))));
    clearInterval(watch);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200));
    expect(highest - before).toBeLessThan(400 * 1024 * 1024);
    // Only copying and hashing run in this process; stamping itself would take longer.
    expect(longest).toBeLessThan(1_500);
    const [first] = people;
    if (!first) throw new Error('no buyers');
    expect((await textsOf((await get(first, downloadUrl(large))).rawPayload))[2]).toContain('Dana Whitfield');
  });
});
