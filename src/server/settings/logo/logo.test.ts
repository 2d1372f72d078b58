import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { numberedImage } from '../../../testing/images.ts';
import { auditActions } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { pdfOf, scripted } from '../../platform/storage/testing/small-pdfs.ts';

const test = setUpTestApp();
let admin: TestUser;
beforeAll(async () => {
  admin = await test.createUser({ role: 'admin' });
});
beforeEach(async () => {
  await test.deps.db.deleteFrom('site_logos').execute();
});

/** `shown`: the hash of the logo that the admin sees before the change; null if there is none. */
const save = (image: Buffer, shown: string | null = null) =>
  test.caller(admin).admin.logo.save({ theme: 'light', image: image.toString('base64'), shown });

describe('the logo', () => {
  it('is scaled for the navigation bar, stored without metadata, and public', async () => {
    const picture = await sharp(await numberedImage(1))
      .withExif({ IFD0: { Copyright: 'Secret' } })
      .toBuffer();
    expect(picture.includes('Secret')).toBe(true);
    const { light } = await save(picture);
    expect(light).toMatchObject({ height: 96 });
    expect(await test.caller(null).settings.logos()).toEqual({ light });
    const response = await test.app.inject({ url: light?.address ?? '' });
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(response.rawPayload.includes('Secret')).toBe(false);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'png', height: 96 });
  });

  it('can be removed, and each change is audited', async () => {
    const { light } = await save(await numberedImage(1, 'png'));
    expect(
      await test.caller(admin).admin.logo.remove({ theme: 'light', shown: light?.hash ?? null }),
    ).toEqual({});
    expect((await test.app.inject({ url: light?.address ?? '' })).statusCode).toBe(404);
    expect((await auditActions(test, { subject_type: 'logo' })).slice(-2)).toEqual([
      'logo.changed',
      'logo.removed',
    ]);
  });

  it.each([
    ['a script', Buffer.from('<script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a PNG signature without an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ])('cannot be %s', async (_name, bytes) => {
    await expect(save(bytes)).rejects.toMatchObject({ cause: { code: 'unreadable_document' } });
    expect(await test.caller(null).settings.logos()).toEqual({});
  });

  it.each([
    ['a PDF', pdfOf('')],
    ['a PDF with a password', pdfOf('', 'trailer << /Encrypt 2 0 R >>\nstartxref\n9\n%%EOF\n')],
    ['a PDF with a script', pdfOf(scripted)],
    ['a damaged PDF', Buffer.from('%PDF-1.4 no page')],
  ])('cannot be %s, and the message asks for a picture', async (_name, bytes) => {
    await expect(save(bytes)).rejects.toMatchObject({
      message: 'This is not a picture that can be a logo. Choose a PNG or JPG.',
    });
  });

  it('is rejected if it is damaged, with a message about pictures, not documents', async () => {
    const picture = await numberedImage(1, 'png');
    await expect(save(picture.subarray(0, picture.length / 2))).rejects.toMatchObject({
      message: 'This picture cannot be opened; it may be damaged or cut off. Export it again.',
    });
  });

  it('cannot be an image that is too narrow or a file that is too large', async () => {
    const line = await sharp({ create: { width: 400, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await expect(save(line)).rejects.toMatchObject({ message: expect.stringContaining('too narrow') });
    await expect(save(Buffer.alloc(600 * 1024))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is not replaced by an admin who has not seen the current one', async () => {
    const [first, second] = [await numberedImage(1), await numberedImage(2)];
    const { light } = await save(first);
    await expect(save(second)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await save(second, light?.hash ?? null)).light?.hash).not.toBe(light?.hash);
  });
});
