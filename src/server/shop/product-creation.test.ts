import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { createAdmin, productInput } from '../payments/testing/purchases.ts';

const app = setUpTestApp();
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});

const products = () => app.caller(admin).admin.products;
const countOf = async (title: string) =>
  (await products().list()).filter((product) => product.title === title).length;

it('a repeated request with a file creates one product', async () => {
  const filePath = await sendProductPdf(app, admin, await testPdf('Once'));
  const request = { ...productInput({ title: 'Once', filePath }), key: randomUUID() };
  const created = await products().create(request);
  expect(await products().create(request)).toEqual(created);
  expect(await countOf('Once')).toBe(1);
});

it('twenty concurrent requests with the same key create one product', async () => {
  const request = { ...productInput({ title: 'Together' }), key: randomUUID() };
  const created = await Promise.all(Array.from({ length: 20 }, () => products().create(request)));
  expect(new Set(created.map(({ id }) => id)).size).toBe(1);
  expect(await countOf('Together')).toBe(1);
});

it('a repeated request returns the product even if the first request claims the file during the repeated request', async () => {
  const filePath = await sendProductPdf(app, admin, await testPdf('Meanwhile'));
  const { storage } = app.deps;
  const request = { ...productInput({ title: 'Meanwhile', filePath }), key: randomUUID() };
  let first: AdminProduct | undefined;
  // `create` calls `signPut` to check the reference, after it has searched for the product and before it reads the
  // file.
  const sign = storage.signPut.bind(storage);
  vi.spyOn(storage, 'signPut').mockImplementationOnce(async (...about) => {
    first = await products().create(request);
    return sign(...about);
  });
  expect(await products().create(request)).toEqual(first);
  await expect(products().create({ ...request, key: randomUUID() })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(await countOf('Meanwhile')).toBe(1);
});

it('twenty concurrent requests with the same key create one copy of a product; a request with another key creates another copy', async () => {
  const { id } = await products().create(productInput({ title: 'Original' }));
  const key = randomUUID();
  const copies = await Promise.all(Array.from({ length: 20 }, () => products().duplicate({ id, key })));
  expect(new Set(copies.map((copy) => copy.id)).size).toBe(1);
  await products().duplicate({ id, key: randomUUID() });
  expect(await countOf('Original (copy)')).toBe(2);
});

it('each request with a different key, and each request without a key, creates a product', async () => {
  const input = productInput({ title: 'Often' });
  for (const key of [randomUUID(), randomUUID(), undefined, undefined])
    await products().create({ ...input, key });
  expect(await countOf('Often')).toBe(4);
});
