import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { setUpTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import {
  buy,
  createAdmin,
  createTestProduct,
  productInput,
  testMetadata,
} from '../payments/testing/purchases.ts';
import { updateProduct } from './product-editing.operations.ts';
import { getPreview } from './shop.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let buyer: TestUser;
let other: TestUser;
let bytes: Buffer;
let sold: AdminProduct;
let free: AdminProduct;
let hidden: AdminProduct;
let hiddenSold: AdminProduct;
let withoutFile: AdminProduct;

const sendPdf = (sent = bytes) => sendProductPdf(app, admin, sent);

beforeAll(async () => {
  admin = await createAdmin(app);
  [buyer, other] = [await app.createUser(), await app.createUser()];
  bytes = await testPdf('The third barrel', 3);
  const make = async (productNumber: number, price: number, changes = {}) =>
    createTestProduct(app, admin, { productNumber, price, filePath: await sendPdf(), ...changes });
  sold = await make(1, 1999, { title: 'River Bluffs: Part 2' });
  free = await make(2, 0, { title: 'Opening Chart' });
  hidden = await make(3, 500, { isActive: false });
  hiddenSold = await make(4, 900);
  withoutFile = await createTestProduct(app, admin, { productNumber: 5, price: 700 });
  for (const product of [sold, hiddenSold, withoutFile]) await buy(app, buyer, product);
  await updateProduct(
    app.deps,
    admin,
    { ...productInput({ productNumber: 4, price: 900, isActive: false }), id: hiddenSold.id },
    testMetadata,
  );
});

const ids = (products: readonly { id: number }[]) => products.map(({ id }) => id);
const download = (product: { id: number }) => `/api/products/${product.id}/download`;

describe('the shop', () => {
  it('lists active products by price for everyone, and shows what the user owns', async () => {
    const expected = ids([free, withoutFile, sold]);
    const visitor = await app.caller(null).shop.listProducts();
    expect(ids(visitor)).toEqual(expected);
    for (const product of visitor) expect(product).toMatchObject({ owned: false, filePath: null });

    const own = await app.caller(buyer).shop.listProducts();
    expect(ids(own)).toEqual(expected);
    expect(own).toMatchObject([
      { owned: true, filePath: download(free) },
      { owned: true, filePath: null },
      { owned: true, filePath: download(sold) },
    ]);
    expect(await app.caller(other).shop.listProducts()).toMatchObject([
      { owned: true, filePath: download(free) },
      { owned: false, filePath: null },
      { owned: false, filePath: null },
    ]);
  });

  it('a product that is marked as free is listed before paid products, whatever its stored price', async () => {
    const switched = await createTestProduct(app, admin, { productNumber: 6, price: 9_900, isFree: true });
    const expected = ids([free, switched, withoutFile, sold]);
    expect(ids(await app.caller(null).shop.listProducts())).toEqual(expected);
    expect(ids(await app.caller(other).shop.listProducts())).toEqual(expected);
    await app.caller(admin).admin.products.delete({ id: switched.id });
  });

  it('names the cheapest products in the shop, ignoring those that are free, hidden or open to all', async () => {
    // Sessions 1 and 2 are open to all logged-in users, whatever their price.
    const openToAll = await createTestProduct(app, admin, { type: 'session', productNumber: 2, price: 500 });
    expect(await app.caller(null).shop.cheapest()).toEqual([
      { id: withoutFile.id, title: withoutFile.title, price: 700 },
      { id: sold.id, title: 'River Bluffs: Part 2', price: 1999 },
    ]);
    await app.caller(admin).admin.products.delete({ id: openToAll.id });
  });

  it('exposes neither the content nor the location of a file', async () => {
    const [product] = await app.caller(buyer).shop.listProducts();
    expect(Object.keys(product ?? {}).toSorted()).toEqual(
      [
        'blockedPurchase',
        'coverAlt',
        'coverUrl',
        'createdAt',
        'description',
        'difficulty',
        'estimatedDuration',
        'filePath',
        'id',
        'isActive',
        'isFree',
        'isReady',
        'is_active',
        'is_free',
        'mayOpen',
        'openToAll',
        'owned',
        'pageCount',
        'pdfNumber',
        'prerequisites',
        'price',
        'productNumber',
        'product_number',
        'sessionNumber',
        'title',
        'type',
        'updatedAt',
      ].toSorted(),
    );
  });
});

describe('the product page', () => {
  const get = (actor: Parameters<TestApp['caller']>[0], id: number | string) =>
    app.caller(actor).shop.getProduct({ id });

  it('shows visitors the listed product and what it includes', async () => {
    const product = await get(null, sold.id);
    expect(product).toMatchObject({
      id: sold.id,
      owned: false,
      filePath: null,
      includes: { file: { sizeBytes: bytes.length }, video: false, text: false },
    });
    expect(Object.keys(product)).not.toContain('content');
    expect(await get(null, withoutFile.id)).toMatchObject({ includes: { file: null } });
    expect(await get(buyer, sold.id)).toMatchObject({ owned: true, filePath: download(sold) });
  });

  it('says that there is a video and a text without exposing them', async () => {
    const session = await createTestProduct(app, admin, {
      type: 'session',
      productNumber: 77,
      price: 2_500,
      videoUrl: 'https://video.example.test/secret',
      content: 'The paid words',
    });
    const product = await get(other, session.id);
    expect(product.includes).toEqual({ file: null, video: true, text: true });
    expect(JSON.stringify(product)).not.toMatch(/secret|paid words/);
    await app.caller(admin).admin.products.delete({ id: session.id });
    await expect(get(other, session.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('shows page count, chapters and an image of one page', async () => {
    expect(await get(null, sold.id)).toMatchObject({ pageCount: 3, contents: [] });
    const { preview } = await get(null, sold.id);
    const response = await app.app.inject({ method: 'GET', url: preview ?? '' });
    expect(response.headers['content-type']).toBe('image/webp');
    expect(response.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    const described = await updateProduct(
      app.deps,
      admin,
      {
        ...productInput({ productNumber: 5, price: 700, author: 'Mara Ellis', publishedOn: '2026-11-20' }),
        outcomes: 'You can count outs\n\n',
        contents: 'Outs\nOdds',
        id: withoutFile.id,
      },
      testMetadata,
    );
    expect(await get(null, described.id)).toMatchObject({
      author: 'Mara Ellis',
      publishedOn: '2026-11-20',
      outcomes: ['You can count outs'],
      contents: ['Outs', 'Odds'],
      pageCount: null,
      preview: null,
    });
  });

  it('shows no image of a PDF with fewer than three pages, not even an image that an earlier version of the server stored', async () => {
    const filePath = await sendPdf(await testPdf('Short', 2));
    const short = await createTestProduct(app, admin, { productNumber: 6, price: 900, filePath });
    const image = () => app.app.inject({ method: 'GET', url: `/api/products/${short.id}/preview` });
    expect(await get(null, short.id)).toMatchObject({ pageCount: 2, preview: null });
    expect((await image()).statusCode).toBe(404);
    const stored = app.deps.db.updateTable('pdf_details').set({ preview: Buffer.from('RIFF') });
    await stored.where('page_count', '=', 2).execute();
    expect((await get(null, short.id)).preview).toBeNull();
    expect((await image()).statusCode).toBe(404);
  });

  it('returns 404 for the image of a hidden product, of a product without a file and for an invalid id', async () => {
    const status = async (url: string) => (await app.app.inject({ method: 'GET', url })).statusCode;
    expect(await status(`/api/products/${hidden.id}/preview`)).toBe(404);
    expect(await status(`/api/products/${withoutFile.id}/preview`)).toBe(404);
    expect(await status('/api/products/1%20or%201/preview')).toBe(404);
  });

  it('shows the image of a hidden product only to its buyers and admins', async () => {
    for (const user of [null, other]) {
      await expect(getPreview(app.deps, user, hiddenSold.id)).rejects.toMatchObject({ code: 'not_found' });
    }
    for (const user of [buyer, admin]) {
      expect(await getPreview(app.deps, user, hiddenSold.id)).toBeInstanceOf(Buffer);
    }
  });

  it('shows a hidden product only to its buyers and admins', async () => {
    for (const visitor of [null, other, buyer]) {
      await expect(get(visitor, hidden.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(get(other, hiddenSold.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await get(buyer, hiddenSold.id)).toMatchObject({ owned: true });
    expect(await get(admin, hidden.id)).toMatchObject({ isActive: false, owned: false });
  });

  it('rejects unknown and invalid ids, in the REST API too', async () => {
    await expect(get(null, 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(get(null, '1 or 1=1')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const response = await app.app.inject({ method: 'GET', url: `/api/products/${sold.id}` });
    expect(response.json()).toMatchObject({ id: sold.id, is_free: false });
    expect((await app.app.inject({ method: 'GET', url: '/api/products/999999' })).statusCode).toBe(404);
  });
});

describe('the library', () => {
  it('lists free products and bought products, including a product that was hidden after it was bought', async () => {
    const library = await app.caller(buyer).shop.listLibrary();
    expect(ids(library)).toEqual(ids([sold, free, hiddenSold, withoutFile]));
    // To its buyers, a hidden product is presented as active.
    expect(library.find(({ id }) => id === hiddenSold.id)).toMatchObject({ owned: true, isActive: true });
    expect(ids(await app.caller(other).shop.listLibrary())).toEqual(ids([free]));
  });
});
