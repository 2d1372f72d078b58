import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';
import { sendPicture, sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
beforeAll(async () => {
  admin = await createAdmin(app);
});

const calls = () => app.caller(admin).admin.products;
const listed = async (id: number) => (await calls().list()).find((product) => product.id === id);
const audits = (id: number) =>
  app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_type', '=', 'product')
    .where('subject_id', '=', String(id))
    .where('action', '<>', 'product.created')
    .execute();

let number = 40;
const create = (changes = {}) => {
  number += 1;
  return createTestProduct(app, admin, {
    type: 'session',
    content: 'Text',
    productNumber: number,
    ...changes,
  });
};

describe('a change of several products', () => {
  it('sets the same price for all, and records only the changed products in the audit log', async () => {
    const [cheap, same, free] = [
      await create(),
      await create({ price: 2500 }),
      await create({ isFree: true }),
    ];
    const result = await calls().change({
      ids: [cheap.id, same.id, free.id, cheap.id, 999_999],
      change: { field: 'price', price: 2500 },
    });
    expect(result).toEqual({ changed: 2, missing: 1, empty: 0 });
    expect(await listed(cheap.id)).toMatchObject({ price: 2500, isFree: false });
    expect(await listed(free.id)).toMatchObject({ price: 2500, isFree: false });
    expect(await audits(same.id)).toEqual([]);
    expect(await audits(cheap.id)).toMatchObject([
      {
        action: 'product.updated',
        details: { changes: { price_cents: { from: 1999, to: 2500 } }, together: 2 },
      },
    ]);
  });

  it('does not replace a price that was changed after the admin saw it', async () => {
    const [stale, other, free] = [await create(), await create(), await create({ isFree: true })];
    await calls().change({ ids: [stale.id], change: { field: 'price', price: 900 } });
    const setPrice = (seenPrice: number) =>
      calls().change({
        ids: [stale.id, other.id, free.id],
        change: {
          field: 'price',
          price: 2500,
          seen: [
            { id: stale.id, price: seenPrice },
            { id: other.id, price: 1999 },
            { id: free.id, price: 0 },
          ],
        },
      });
    await expect(setPrice(1999)).rejects.toMatchObject({
      message: expect.stringContaining(
        `prices were changed in another tab or by another admin: ${stale.title}.`,
      ),
    });
    expect(await listed(other.id)).toMatchObject({ price: 1999 });
    expect(await setPrice(900)).toMatchObject({ changed: 3 });
    // The same request again, because the response was lost.
    expect(await setPrice(900)).toMatchObject({ changed: 0 });
  });

  it('changing prices requires recent authentication, hiding products does not', async () => {
    const { id } = await create();
    const stale = app.caller({ ...admin, confirmedAt: '2020-01-01T00:00:00Z' }).admin.products;
    const price = stale.change({ ids: [id], change: { field: 'price', price: 100 } });
    await expect(price).rejects.toThrow('Please confirm that it is you');
    expect(await listed(id)).toMatchObject({ price: 1999 });
    expect(await stale.change({ ids: [id], change: { field: 'isActive', isActive: false } })).toEqual({
      changed: 1,
      missing: 0,
      empty: 0,
    });
    expect(await listed(id)).toMatchObject({ isActive: false });
  });

  it('puts only products with content on sale', async () => {
    const ready = await create({ isActive: false });
    const empty = await create({ isActive: false, content: null });
    const change = { field: 'isActive', isActive: true } as const;
    expect(await calls().change({ ids: [ready.id, empty.id], change })).toMatchObject({
      changed: 1,
      empty: 1,
    });
    expect(await listed(empty.id)).toMatchObject({ isActive: false });
  });

  it('rejects a price that Stripe cannot charge', async () => {
    const { id } = await create();
    for (const price of [-1, 1, 49, 100_000_000]) {
      const rejected = calls().change({ ids: [id], change: { field: 'price', price } });
      await expect(rejected, String(price)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('twenty concurrent requests change each product once', async () => {
    const ids = [(await create()).id, (await create()).id];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        calls().change({
          ids: index % 2 === 0 ? ids : ids.toReversed(),
          change: { field: 'isActive', isActive: false },
        }),
      ),
    );
    expect(results.reduce((sum, { changed }) => sum + changed, 0)).toBe(2);
  });
});

describe('a copy of a product', () => {
  it('is hidden, has the next number and the texts, but no files', async () => {
    const original = await create({
      type: 'pdf',
      title: 'Bluffs',
      videoUrl: 'https://video.test/1',
      outcomes: 'One\nTwo',
      filePath: await sendProductPdf(app, admin, await testPdf()),
      coverPath: `/objects/${await sendPicture(app, admin, 1)}`,
    });
    expect(original).toMatchObject({ filePath: expect.any(String), coverUrl: expect.any(String) });
    const copy = await calls().duplicate({ id: original.id });
    number = copy.productNumber;
    expect(copy).toMatchObject({
      title: 'Bluffs (copy)',
      productNumber: original.productNumber + 1,
      isActive: false,
      price: original.price,
      content: 'Text',
      outcomes: 'One\nTwo',
      videoUrl: 'https://video.test/1',
      filePath: null,
      coverUrl: null,
      soldCount: 0,
    });
    expect(await audits(copy.id)).toMatchObject([
      { action: 'product.duplicated', details: { from: original.id } },
    ]);
    await expect(calls().duplicate({ id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has the same values as the original in all other columns, including a column that the code does not name', async () => {
    // Adds a column that the code does not name, as a later migration would.
    await sql`alter table products add column subtitle text`.execute(app.deps.db);
    const { id } = await create({ title: 'Rivers', author: 'Mara Ellis', questionCredits: 2 });
    await sql`update products set subtitle = 'Thin value' where id = ${id}`.execute(app.deps.db);
    const copy = await calls().duplicate({ id });
    number = copy.productNumber;
    const rowOf = async (productId: number) => {
      const row = await app.deps.db
        .selectFrom('products')
        .selectAll()
        .where('id', '=', productId)
        .executeTakeFirstOrThrow();
      const { id: _, title, product_number, is_active, created_at, updated_at, ...others } = row;
      return others;
    };
    expect(await rowOf(copy.id)).toEqual(await rowOf(id));
    expect(await rowOf(copy.id)).toMatchObject({ subtitle: 'Thin value', author: 'Mara Ellis' });
  });

  it('has a title within the length limit, even if the original title is as long as possible', async () => {
    const { id } = await create({ title: '🃏'.repeat(100) });
    const copy = await calls().duplicate({ id });
    number = copy.productNumber;
    expect(copy.title.endsWith(' (copy)')).toBe(true);
    expect(copy.title.length).toBeLessThanOrEqual(200);
    expect(copy.title).not.toContain('\uFFFD');
  });
});

it('the revenue of a product is what buyers paid, less refunds; granting the product adds neither revenue nor a sale', async () => {
  const product = await create({ price: 2000 });
  const [buyer, friend] = [await app.createUser(), await app.createUser()];
  await buy(app, buyer, product);
  await app.caller(admin).admin.users.grantProduct({
    id: friend.userId,
    productId: String(product.id),
    reason: 'gift',
  });
  expect(await listed(product.id)).toMatchObject({ soldCount: 1, revenue: 2000 });
  await app.deps.db
    .updateTable('purchases')
    .set({ refunded_cents: 500 })
    .where('user_id', '=', buyer.userId)
    .execute();
  app.deps.figures.clear();
  expect(await listed(product.id)).toMatchObject({ revenue: 1500 });
});

it('a product that was given to a student is archived instead of deleted, although it was not sold', async () => {
  const product = await create({});
  expect(await listed(product.id)).toMatchObject({ isOwned: false });
  const { userId } = await app.createUser();
  const gift = { id: userId, productId: String(product.id), reason: 'gift' };
  await app.caller(admin).admin.users.grantProduct(gift);
  expect(await listed(product.id)).toMatchObject({ isOwned: true, soldCount: 0 });
  expect(await app.caller(admin).admin.products.delete({ id: product.id })).toEqual({ archived: true });
});

it('a product counts as sold from its first sale, although sales figures are counted only once a minute', async () => {
  const product = await create({});
  expect(await listed(product.id)).toMatchObject({ soldCount: 0 });
  await buy(app, await app.createUser(), product);
  expect(await listed(product.id)).toMatchObject({ soldCount: 1 });
});
