import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';
import { sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { storeAcademyHands } from '../hands/academy-hands.operations.ts';
import { buy, createAdmin, openSession, productInput, testMetadata } from '../payments/testing/purchases.ts';
import { describeError } from '../platform/describe-error.ts';
import { handsInText, sessionsShowing } from './lesson-blocks.operations.ts';
import {
  createProduct,
  deleteProduct,
  listProductsForAdmin,
  restoreProduct,
  updateProduct,
} from './product-editing.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});

const create = (changes: Parameters<typeof productInput>[0] = {}) =>
  createProduct(app.deps, admin, productInput(changes), testMetadata);
const update = (id: number, changes: Parameters<typeof productInput>[0] = {}) =>
  updateProduct(app.deps, admin, { ...productInput(changes), id }, testMetadata);
const audits = (id: number) =>
  app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_type', '=', 'product')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute();

const sendPdf = async () => sendProductPdf(app, admin, await testPdf(randomUUID()));

describe('creating and updating products', () => {
  it('returns the saved product with camelCase and snake_case fields, and audits the change', async () => {
    const product = await app.caller(admin).admin.products.create({
      ...productInput({ type: 'session', productNumber: 3, title: '  Blind Defense ' }),
      videoUrl: '',
      content: 'Defend wide.',
      estimatedDuration: 30,
      prerequisites: null,
    });
    expect(product).toMatchObject({
      type: 'session',
      productNumber: 3,
      product_number: 3,
      sessionNumber: 3,
      pdfNumber: null,
      title: 'Blind Defense',
      price: 1999,
      is_free: false,
      is_active: true,
      filePath: null,
      fileName: null,
      videoUrl: null,
      content: 'Defend wide.',
      estimatedDuration: 30,
      deletedAt: null,
      soldCount: 0,
    });
    expect(await audits(product.id)).toMatchObject([
      { action: 'product.created', actor_id: admin.userId, details: { title: 'Blind Defense' } },
    ]);
  });

  it('accepts snake_case fields too', async () => {
    const product = await app.caller(admin).admin.products.create({
      type: 'pdf',
      title: 'Snake',
      price: 999,
      is_free: true,
      is_active: false,
      product_number: '77',
    });
    expect(product).toMatchObject({ isFree: true, isActive: false, productNumber: 77 });
  });

  it('keeps omitted fields, clears fields set to null, and audits the changes', async () => {
    const product = await create({ productNumber: 40, content: 'Long text', prerequisites: 'None' });
    const changed = await update(product.id, { productNumber: 40, price: 2500, prerequisites: null });
    expect(changed).toMatchObject({ price: 2500, content: 'Long text', prerequisites: null });
    expect((await audits(product.id)).at(-1)).toMatchObject({
      action: 'product.updated',
      details: {
        changes: {
          price_cents: { from: 1999, to: 2500 },
          prerequisites: { from: 'None', to: null },
        },
      },
    });
  });

  it('an update with a few fields neither puts a hidden product on sale nor resets other fields', async () => {
    const stored = { productNumber: 43, description: 'Kept', difficulty: 'expert', isActive: false } as const;
    const { id } = await create({ ...stored, isFree: true, author: 'Mara Ellis' });
    const update = app.caller(admin).admin.products.update;
    const few = { id, type: 'pdf', title: 'Renamed', price: 1999 } as const;
    expect(await update(few)).toMatchObject({ ...stored, ...few, isFree: true, author: 'Mara Ellis' });
    const cleared = { ...few, description: null, author: null, productNumber: null };
    expect(await update(cleared)).toMatchObject({ ...few, description: '', author: null, productNumber: 43 });
  });

  it('a price of 0 makes a product free, and a product that is marked as free keeps its price', async () => {
    expect(await create({ productNumber: 41, price: 0 })).toMatchObject({ isFree: true, price: 0 });
    expect(await create({ productNumber: 42, isFree: true })).toMatchObject({ isFree: true, price: 1999 });
  });

  it.each([
    [{ title: '   ' }],
    [{ price: 49 }],
    [{ price: -1 }],
    [{ price: 19.99 }],
    [{ price: 100_000_000 }],
    [{ videoUrl: 'http://example.com/v' }],
    [{ videoUrl: 'javascript:alert(1)' }],
    [{ type: 'course' }],
    [{ title: 'a\u0000b' }],
  ])('rejects %j', async (changes) => {
    const body = { ...productInput({ productNumber: 50 }), ...changes };
    await expect(app.caller(admin).admin.products.create(body as never)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('the type of a sold product cannot change', async () => {
    const product = await create({ productNumber: 44, filePath: await sendPdf() });
    expect(await update(product.id, { type: 'session', productNumber: 44 })).toMatchObject({
      type: 'session',
    });
    await update(product.id, { type: 'pdf', productNumber: 44 });
    await buy(app, await app.createUser(), product);
    const message = 'The type of a sold product cannot change';
    await expect(update(product.id, { type: 'session', productNumber: 44 })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { type: message },
    });
    expect(await update(product.id, { productNumber: 44, title: 'New title' })).toMatchObject({
      type: 'pdf',
      title: 'New title',
    });
  });

  it('rejects unknown ids', async () => {
    const unknown = { code: 'not_found', message: 'Product was not found' };
    await expect(update(999_999)).rejects.toMatchObject(unknown);
    await expect(deleteProduct(app.deps, admin, 999_999, testMetadata)).rejects.toMatchObject(unknown);
  });
});

describe('changing a product’s price', () => {
  it('changing the price or the number of a session requires recent authentication; other changes do not', async () => {
    const before = { ...productInput({ type: 'session', productNumber: 40 }), price: 1999, isFree: false };
    const { id } = await app.caller(admin).admin.products.create(before);
    const stale = app.caller({ ...admin, confirmedAt: new Date(0).toISOString() }).admin;
    // A change of the number can open a session to all students: sessions 1 and 2 are open to them.
    for (const change of [{ price: 50 }, { isFree: true }, { price: 0 }, { productNumber: 1 }]) {
      await expect(stale.products.update({ ...before, ...change, id })).rejects.toMatchObject({
        cause: { code: 'step_up_required' },
      });
    }
    await stale.products.update({ ...before, title: 'Another title', isActive: false, id });
    const fresh = app.caller({ ...admin, confirmedAt: app.deps.now().toISOString() }).admin;
    expect(await fresh.products.update({ ...before, price: 50, id })).toMatchObject({ price: 50 });
  });
});

describe('product numbers', () => {
  it('a taken product number is replaced by the next free one of the type', async () => {
    expect((await create({ productNumber: 100 })).productNumber).toBe(100);
    expect((await create({ productNumber: 101 })).productNumber).toBe(101);
    expect((await create({ productNumber: 100 })).productNumber).toBe(102);
    expect((await create({ type: 'session', productNumber: 100 })).productNumber).toBe(100);
  });

  it('a saved product keeps its own number; if another product has the entered number, the saved one gets the next free number', async () => {
    const one = await create({ productNumber: 110 });
    const two = await create({ productNumber: 111 });
    expect((await update(one.id, { productNumber: 110 })).productNumber).toBe(110);
    expect((await update(two.id, { productNumber: 110 })).productNumber).toBe(111);
    await create({ productNumber: 112 });
    expect((await update(one.id, { productNumber: 111 })).productNumber).toBe(113);
  });

  it('a product number is available again after the product is archived', async () => {
    const product = await create({ productNumber: 120 });
    // Because a checkout has begun, the product is archived, not deleted.
    await openSession(app, await app.createUser(), product);
    await deleteProduct(app.deps, admin, product.id, testMetadata);
    expect((await create({ productNumber: 120 })).productNumber).toBe(120);
  });

  it('an invalid product number is replaced by the lowest free one', async () => {
    const body = { ...productInput(), productNumber: 'seven' };
    const { productNumber } = await app.caller(admin).admin.products.create(body);
    const taken = (await listProductsForAdmin(app.deps, admin))
      .filter(({ type }) => type === 'pdf')
      .map((product) => product.productNumber);
    expect(new Set(taken).size).toBe(taken.length);
    for (let number = 1; number < productNumber; number += 1) expect(taken).toContain(number);
  });

  it('numbers are distinct when twenty products are saved concurrently with the same number', async () => {
    const created = await Promise.all(
      Array.from({ length: 20 }, () => create({ type: 'session', productNumber: 500 })),
    );
    const numbers = created.map(({ productNumber }) => productNumber).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => 500 + index));
  });
});

describe('the product file', () => {
  it('a file without a name, such as one of an admin who has deleted their account, is not presented as missing', async () => {
    const product = await create({ productNumber: 48, filePath: await sendPdf() });
    await app.deps.db.updateTable('uploads').set({ filename: null }).execute();
    const listed = (await listProductsForAdmin(app.deps, admin)).find(({ id }) => id === product.id);
    expect(listed).toMatchObject({ fileName: 'Without a name', videoName: null, coverName: null });
  });

  it('the URL of an upload sets the file, and the reference that the editor sends back keeps it', async () => {
    const uploadUrl = await sendPdf();
    const product = await create({ productNumber: 200, filePath: uploadUrl });
    expect(product.filePath).toMatch(/^\/objects\/[0-9a-f-]{36}$/);
    expect(product.fileName).toBe('bluffs.pdf');
    const again = await update(product.id, { productNumber: 200, filePath: product.filePath });
    expect(again.filePath).toBe(product.filePath);
    expect((await update(product.id, { productNumber: 200, filePath: uploadUrl })).filePath).toBe(
      product.filePath,
    );
    expect((await update(product.id, { productNumber: 200 })).filePath).toBe(product.filePath);
  });

  it('a file can be replaced and removed', async () => {
    const product = await create({ productNumber: 201, filePath: await sendPdf() });
    const replaced = await update(product.id, { productNumber: 201, filePath: await sendPdf() });
    expect(replaced.filePath).not.toBe(product.filePath);
    expect((await update(product.id, { productNumber: 201, filePath: null })).filePath).toBeNull();
  });

  it('a file can belong to only one product', async () => {
    const product = await create({ productNumber: 202, filePath: await sendPdf() });
    await expect(create({ productNumber: 203, filePath: product.filePath })).rejects.toMatchObject({
      code: 'conflict',
    });
    const contested = await sendPdf();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => create({ productNumber: 210 + index, filePath: contested })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each([
    ['https://evil.example/quarantine/00000000-0000-4000-8000-000000000000'],
    ['/objects/00000000-0000-4000-8000-000000000000'],
    ['/etc/passwd'],
    ['file:///etc/passwd'],
  ])('the file reference %s is rejected', async (filePath) => {
    const before = await listProductsForAdmin(app.deps, admin);
    await expect(create({ productNumber: 230, filePath })).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid_input|not_found)$/),
    });
    expect(await listProductsForAdmin(app.deps, admin)).toHaveLength(before.length);
  });

  it('an identity document is rejected as a product file', async () => {
    const user = await app.createUser();
    const document = await app.uploadDocument(app.caller(user));
    await expect(create({ productNumber: 231, filePath: document })).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid_input|not_found)$/),
    });
  });
});

describe('deleting a product', () => {
  it('a product without purchases is deleted', async () => {
    const product = await create({ productNumber: 300 });
    await app.caller(admin).admin.products.delete({ id: product.id });
    const row = await app.deps.db
      .selectFrom('products')
      .select('id')
      .where('id', '=', product.id)
      .executeTakeFirst();
    expect(row).toBeUndefined();
    expect((await audits(product.id)).at(-1)).toMatchObject({ action: 'product.deleted' });
  });

  it('a sold product is archived: it is hidden from the shop and the list, and its buyer still owns it', async () => {
    const product = await create({ productNumber: 301, filePath: await sendPdf() });
    const buyer = await app.createUser();
    const other = await app.createUser();
    await buy(app, buyer, product);
    await app.caller(admin).admin.products.delete({ id: product.id });
    const ids = (products: { id: number }[]) => products.map(({ id }) => id);
    expect(ids(await app.caller(buyer).shop.listProducts())).not.toContain(product.id);
    expect(ids(await app.caller(admin).admin.products.list())).not.toContain(product.id);
    expect(ids(await app.caller(other).shop.listLibrary())).not.toContain(product.id);
    const kept = (await app.caller(buyer).shop.listLibrary()).find(({ id }) => id === product.id);
    expect(kept).toMatchObject({
      owned: true,
      // A buyer sees the archived product as active.
      isActive: true,
      filePath: `/api/products/${product.id}/download`,
    });
    const [archived] = (await listProductsForAdmin(app.deps, admin, { archived: true })).filter(
      ({ id }) => id === product.id,
    );
    expect(archived).toMatchObject({ isActive: false, deletedAt: expect.any(String), soldCount: 1 });
    expect((await app.caller(buyer).auth.currentUser()).purchases).toEqual(['pdf-301']);
    expect((await audits(product.id)).at(-1)).toMatchObject({ action: 'product.archived' });
    const known = { code: 'not_found', message: expect.stringMatching(/^This product has been archived\./) };
    await expect(update(product.id)).rejects.toMatchObject(known);
    await expect(deleteProduct(app.deps, admin, product.id, testMetadata)).rejects.toMatchObject(known);
  });

  it('only one of several concurrent requests restores an archived product, which is then hidden and has the next free number', async () => {
    const product = await create({ productNumber: 310, filePath: await sendPdf() });
    const buyer = await app.createUser();
    await buy(app, buyer, product);
    expect(await app.caller(admin).admin.products.delete({ id: product.id })).toEqual({ archived: true });
    await create({ productNumber: 310 });
    const archived = await app.caller(admin).admin.products.listArchived();
    expect(archived.map(({ id }) => id)).toContain(product.id);
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, () => app.caller(admin).admin.products.restore({ id: product.id })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const restored = (await app.caller(admin).admin.products.list()).find(({ id }) => id === product.id);
    expect(restored).toMatchObject({ isActive: false, deletedAt: null, productNumber: 311, soldCount: 1 });
    expect((await audits(product.id)).at(-1)).toMatchObject({ action: 'product.restored' });
    await expect(restoreProduct(app.deps, admin, 999_999, testMetadata)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('only one of ten concurrent deletions succeeds', async () => {
    const product = await create({ productNumber: 302 });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => deleteProduct(app.deps, admin, product.id, testMetadata)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a deletion concurrent with twenty checkouts leaves no purchase without its product', async () => {
    const product = await create({ productNumber: 303 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => app.createUser()));
    const results = await Promise.allSettled([
      ...buyers.map((buyer) => openSession(app, buyer, product)),
      deleteProduct(app.deps, admin, product.id, testMetadata),
    ]);
    expect(results.at(-1)?.status).toBe('fulfilled');
    for (const result of results) {
      if (result.status === 'rejected') expect(describeError(result.reason).code).toBe('not_found');
    }
    const row = await app.deps.db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', product.id)
      .executeTakeFirst();
    const attempts = await app.deps.db
      .selectFrom('purchases')
      .select('id')
      .where('product_id', '=', product.id)
      .execute();
    if (row) expect(row.deleted_at).not.toBeNull();
    else expect(attempts).toEqual([]);
  });
});

it('only the content of a session may contain lesson blocks; faulty blocks are rejected, and valid blocks are stored unchanged', async () => {
  await storeAcademyHands(app.deps);
  const session = (content: string) => create({ type: 'session', productNumber: 500, content });
  const right =
    'Text\n\n::: hand thin value on a paired river\n\n:::odds AsKs v QQ+; board Kh 8s 3d; pot 12; bet 6';
  const { id, content } = await session(right);
  expect(content).toBe(right);
  const [hand] = await handsInText(app.deps, right);
  expect(await sessionsShowing(app.deps, [hand?.id ?? ''])).toMatchObject([{ id }]);
  const wrong = async (saving: Promise<unknown>, field: string, problem: string) => {
    const fields = { [field]: expect.stringContaining(problem) };
    await expect(saving).rejects.toMatchObject({ code: 'invalid_input', fields });
  };
  await wrong(session(':::odds AsKs'), 'content', 'two or three');
  await wrong(session(':::hand No such hand'), 'content', 'has no hand “No such hand”');
  await wrong(create({ productNumber: 501, content: right }), 'content', 'Only the content of a session');
  const inDescription = create({ productNumber: 501, description: ':::hand Walk' });
  await wrong(inDescription, 'description', 'Only the content of a session');
  // The hands are stored a second time, so that two hands have each title.
  await storeAcademyHands(app.deps);
  await wrong(session(right), 'content', 'Write the id instead');
});
