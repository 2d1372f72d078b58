import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { httpClient } from '../../testing/http-client.ts';
import { numberedImage } from '../../testing/images.ts';
import { waitForLockWaiters } from '../../testing/lock-waiters.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { sendPicture } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { createAdmin, productInput } from '../payments/testing/purchases.ts';

const app = setUpTestApp();
let admin: AdminActor;
beforeAll(async () => {
  admin = await createAdmin(app);
});

const calls = () => app.caller(admin).admin.products;
const get = (path: string) => httpClient(app.app).request('GET', path);
const statusOf = async (id: string) => (await get(`/api/pictures/${id}`)).statusCode;
let number = 500;
const fields = (changes: Parameters<typeof productInput>[0] = {}) => {
  number += 1;
  return productInput({ productNumber: number, ...changes });
};

async function outcomeOf(bytes: Buffer): Promise<string> {
  const { requestUpload, secureDocument } = app.caller(admin).kyc;
  const grant = await requestUpload({ purpose: 'picture', contentType: 'image/png' });
  await app.put(grant.uploadURL, bytes, grant.headers);
  return secureDocument({ documentImageUrl: grant.uploadURL }).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
}

describe('a cover picture', () => {
  it('is public, cached and converted to WebP', async () => {
    const id = await sendPicture(app, admin, 1);
    const product = await calls().create({ ...fields(), coverPath: `/objects/${id}`, coverAlt: 'A river' });
    expect(product).toMatchObject({
      coverUrl: `/api/pictures/${id}`,
      coverAlt: 'A river',
      coverPath: `/objects/${id}`,
      coverName: 'river.png',
    });
    expect(await app.caller(null).shop.listProducts()).toContainEqual(
      expect.objectContaining({ id: product.id, coverUrl: `/api/pictures/${id}`, coverAlt: 'A river' }),
    );
    const response = await get(`/api/pictures/${id}`);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp' });
  });

  it('can be replaced and removed, and stays after a save that does not mention it', async () => {
    const [first, second] = [await sendPicture(app, admin, 2), await sendPicture(app, admin, 3)];
    const input = fields();
    const { id } = await calls().create({ ...input, coverPath: `/objects/${first}` });
    expect(await calls().update({ ...input, id })).toMatchObject({ coverUrl: `/api/pictures/${first}` });
    await calls().update({ ...input, id, coverPath: `/objects/${second}` });
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect(await calls().update({ ...input, id, coverPath: null })).toMatchObject({ coverUrl: null });
    expect(await statusOf(second)).toBe(404);
  });

  it('must be a readable picture', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await outcomeOf(svg)).toBe('This is not a picture. Please send a JPG, a PNG or a WebP.');
    const png = await numberedImage(4, 'png');
    expect(await outcomeOf(png.subarray(0, 60))).toMatch(/^This picture cannot be opened/);
    expect(await outcomeOf(png)).toBe('accepted');
  });

  it('cannot be a file that was uploaded for another purpose, and only admins can upload a cover picture', async () => {
    const grant = await app.caller(admin).kyc.requestUpload({ purpose: 'product', filename: 'a.pdf' });
    await expect(calls().create({ ...fields(), coverPath: grant.uploadURL })).rejects.toThrow(
      'This file is not a picture',
    );
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) expect(await statusOf(id)).toBe(404);
    const student = await app.createUser();
    await expect(app.caller(student).kyc.requestUpload({ purpose: 'picture' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('a picture in a text', () => {
  const showing = (id: string) => `Look:\n\n![A chart](/api/pictures/${id})`;
  const rowOf = (id: string) =>
    app.deps.db.selectFrom('uploads').select('status').where('id', '=', id).executeTakeFirstOrThrow();

  it('stays as long as a text shows it', async () => {
    const [above, below] = [await sendPicture(app, admin, 5), await sendPicture(app, admin, 6)];
    // Inspected, but not used by a product yet.
    expect(await rowOf(above)).toEqual({ status: 'secured' });
    const input = fields({ description: showing(above), content: showing(below) });
    const { id } = await calls().create(input);
    expect([await rowOf(above), await rowOf(below)]).toEqual([{ status: 'claimed' }, { status: 'claimed' }]);
    // An update without `content` keeps the content.
    await calls().update({ ...input, id, content: undefined, description: 'Plain' });
    expect([await statusOf(above), await statusOf(below)]).toEqual([404, 200]);
    await calls().delete({ id });
    expect(await statusOf(below)).toBe(404);
  });

  it('stays public when it is no longer the cover of the product', async () => {
    const picture = await sendPicture(app, admin, 9);
    const input = fields({ content: showing(picture) });
    const { id } = await calls().create({ ...input, coverPath: `/objects/${picture}`, coverAlt: 'A river' });
    await calls().update({ ...input, id, coverPath: null, coverAlt: null });
    expect(await statusOf(picture)).toBe(200);
  });

  it('stays until both the product and a copy of the product are deleted', async () => {
    const picture = await sendPicture(app, admin, 7);
    const original = await calls().create(fields({ content: showing(picture) }));
    const copy = await calls().duplicate({ id: original.id });
    // The copy took the next number, so `fields` must continue after it.
    number = copy.productNumber;
    await calls().delete({ id: original.id });
    expect(await statusOf(picture)).toBe(200);
    await calls().delete({ id: copy.id });
    expect(await statusOf(picture)).toBe(404);
  });

  it('stays if another product begins to show it while the first product stops showing it', async () => {
    const picture = await sendPicture(app, admin, 10);
    const input = fields({ content: showing(picture) });
    const { id } = await calls().create(input);
    const other = await calls().create(fields());
    const saving = await app.deps.pool.connect();
    try {
      await saving.query('begin');
      // The queries of a save of the other product.
      await saving.query('select from uploads where id = $1 for update', [picture]);
      await saving.query('insert into product_pictures (product_id, upload_id) values ($1, $2)', [
        other.id,
        picture,
      ]);
      const removing = calls().update({ ...input, id, content: 'Plain' });
      await waitForLockWaiters(app.deps.db);
      await saving.query('commit');
      await removing;
    } finally {
      saving.release();
    }
    expect(await statusOf(picture)).toBe(200);
  });

  it('is not claimed if the admin who saves the text did not upload it', async () => {
    const picture = await sendPicture(app, await createAdmin(app), 8);
    await calls().create(fields({ content: showing(picture) }));
    expect(await rowOf(picture)).toEqual({ status: 'secured' });
  });
});
