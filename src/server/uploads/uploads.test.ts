import { createServer, type Server } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { minuteMs } from '../../shared/durations.ts';
import { uploadRules } from '../../shared/limits.ts';
import { listen } from '../../testing/free-port.ts';
import { documentImage, setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import type { AdminActor, Uploader } from '../actor.ts';
import { prepareProductFile } from './product-files.operations.ts';
import {
  idOf,
  person,
  rowOf,
  send,
  smallPdf,
  storedBytes,
  uploaderMetadata,
  visitor,
} from './testing/sent-uploads.ts';
import { prepareDocuments, requestUpload, secureDocument } from './uploads.operations.ts';

const app = setUpTestApp();
let student: TestUser;
let other: TestUser;
let admin: AdminActor;

beforeAll(async () => {
  student = await app.createUser();
  other = await app.createUser();
  admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
});

describe('requestUpload', () => {
  test('gives a visitor a ticket, of which only the hash is stored', async () => {
    const first = await requestUpload(app.deps, visitor(), undefined, uploaderMetadata);
    expect(first.ticket).toMatch(/^[\w-]{43}$/);
    expect(first.grant).toMatchObject({ method: 'PUT', maxBytes: 5 * 1024 * 1024 });
    const row = await rowOf(app, first.grant.uploadURL);
    expect(row).toMatchObject({ purpose: 'registration', status: 'issued', user_id: null });
    expect(JSON.stringify(row)).not.toContain(first.ticket);
    expect(Date.parse(row.put_expires_at) - Date.parse(row.created_at)).toBeLessThanOrEqual(15 * 60 * 1000);

    const second = await requestUpload(app.deps, visitor(first.ticket), undefined, uploaderMetadata);
    expect(second.ticket).toBeNull();
    expect((await rowOf(app, second.grant.uploadURL)).ticket_hash).toBe(row.ticket_hash);
  });

  test('derives the purpose and the owner of an upload from the caller', async () => {
    const kyc = await requestUpload(app.deps, { actor: student, ticket: 'old ticket' }, {}, uploaderMetadata);
    expect(kyc).toMatchObject({ ticket: null, grant: { maxBytes: uploadRules.kyc.maxBytes } });
    expect(await rowOf(app, kyc.grant.uploadURL)).toMatchObject({
      purpose: 'kyc',
      user_id: student.userId,
      ticket_hash: null,
    });
    const product = await requestUpload(app.deps, person(admin), null, uploaderMetadata);
    expect(await rowOf(app, product.grant.uploadURL)).toMatchObject({
      purpose: 'product',
      max_bytes: 52_428_800,
    });
  });

  test('rejects purposes that the caller’s role does not allow', async () => {
    const ask = (uploader: Uploader, purpose: 'kyc' | 'product') =>
      requestUpload(app.deps, uploader, { purpose }, uploaderMetadata);
    await expect(ask(visitor(), 'kyc')).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(ask(visitor(), 'product')).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(ask(person(student), 'product')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('rejects a declared size or type that is not accepted, with an error that says what is accepted', async () => {
    const ask = (request: { size?: number; contentType?: string }) =>
      requestUpload(app.deps, visitor(), request, uploaderMetadata);
    await expect(ask({ size: 5 * 1024 * 1024 + 1 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('up to 5 MB'),
    });
    for (const contentType of ['image/svg+xml', 'text/html', 'nonsense']) {
      await expect(ask({ contentType })).rejects.toMatchObject({
        code: 'unsupported_type',
        message: expect.stringContaining('JPG, PNG, PDF'),
      });
    }
    await expect(ask({ size: 5 * 1024 * 1024, contentType: 'image/png' })).resolves.toBeDefined();
  });

  test('rejects a video that is too large for one request, with an error that names the limit of a request', async () => {
    const ask = (size: number) =>
      requestUpload(app.deps, person(admin), { purpose: 'session_video', size }, uploaderMetadata);
    await expect(ask(100 * 1024 * 1024)).resolves.toBeDefined();
    await expect(ask(100 * 1024 * 1024 + 1)).rejects.toMatchObject({
      code: 'too_large',
      message: 'One request can send up to 100 MB. The product editor sends larger videos in parts.',
    });
    await expect(ask(2 * 1024 ** 3 + 1)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('up to 2 GB'),
    });
  });

  test('the signed URL enforces the declared type and size', async () => {
    const bytes = await documentImage();
    const { grant } = await requestUpload(
      app.deps,
      visitor(),
      { size: bytes.length, contentType: 'image/jpeg' },
      uploaderMetadata,
    );
    expect(await app.put(grant.uploadURL, Buffer.concat([bytes, bytes]), grant.headers)).toBe(400);
    expect(await app.put(grant.uploadURL, bytes, { 'content-type': 'image/png' })).toBe(403);
    expect(await app.put(grant.uploadURL, bytes, grant.headers)).toBe(200);
    expect(await app.put(grant.uploadURL, bytes, grant.headers)).toBe(409);
  });

  test('stores no filename for identity documents; stores that of a product file without path and control characters', async () => {
    const request = { filename: 'C:\\x\\Ri\u0000ver\ud800.pdf' };
    const named = async (uploader: Uploader) => {
      const { grant } = await requestUpload(app.deps, uploader, request, uploaderMetadata);
      return rowOf(app, grant.uploadURL);
    };
    expect((await named(person(admin))).filename).toBe('River\ufffd.pdf');
    expect((await named(person(student))).filename).toBeNull();
  });

  test('counts the upload requests of users per account, and those of visitors per IP address', async () => {
    const count = vi.spyOn(app.deps.attemptLimits, 'count');
    try {
      await requestUpload(app.deps, person(student), {}, uploaderMetadata);
      await requestUpload(app.deps, visitor(), {}, uploaderMetadata);
      expect(count.mock.calls).toEqual([
        ['uploadPerAccount', student.userId],
        ['uploadPerAddress', '203.0.113.7'],
      ]);
      // A request that is rejected for its size or type does not count.
      count.mockClear();
      const tooLarge = requestUpload(app.deps, person(student), { size: 1024 ** 3 }, uploaderMetadata);
      await expect(tooLarge).rejects.toMatchObject({ code: 'too_large' });
      expect(count).not.toHaveBeenCalled();
    } finally {
      count.mockRestore();
    }
  });

  test('stores the declared size and type, and null if none were declared', async () => {
    const ask = (input: { size?: number; contentType?: string }) =>
      requestUpload(app.deps, person(student), input, uploaderMetadata);
    const declared = await ask({ size: 1_234, contentType: 'image/png' });
    expect(await rowOf(app, declared.grant.uploadURL)).toMatchObject({
      declared_size: 1_234,
      declared_type: 'image/png',
      max_bytes: uploadRules.kyc.maxBytes,
      storage_key: `quarantine/${idOf(declared.grant.uploadURL)}`,
      put_expires_at: declared.grant.expiresAt,
    });
    const undeclared = await ask({});
    expect(await rowOf(app, undeclared.grant.uploadURL)).toMatchObject({
      declared_size: null,
      declared_type: null,
    });
  });

  test('limits unclaimed uploads per user, even in concurrent requests', async () => {
    const busy = await app.createUser();
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => requestUpload(app.deps, person(busy), {}, uploaderMetadata)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'too_many_attempts' });
    }
  });

  test('states when the first of too many unclaimed uploads ends', async () => {
    const busy = await app.createUser();
    const ask = () => requestUpload(app.deps, person(busy), {}, uploaderMetadata);
    // Within 50 seconds, because the clock runs.
    const about = (seconds: number) => ({ retryAfterSeconds: expect.closeTo(seconds, -2) });
    await ask();
    app.clock.advance(40 * minuteMs);
    onTestFinished(() => app.clock.advance(-40 * minuteMs));
    for (let index = 1; index < 20; index++) await ask();
    await expect(ask()).rejects.toMatchObject(about(20 * 60));

    await app.deps.db
      .updateTable('uploads')
      .set({ status: 'secured', content_type: 'image/jpeg', created_at: app.deps.now() })
      .where('user_id', '=', busy.userId)
      .execute();
    // Secured files are kept for a day; the sweep that erases them runs every hour.
    await expect(ask()).rejects.toMatchObject(about(25 * 60 * 60));
  });

  test('limits the total size of unclaimed uploads per purpose, without affecting other purposes', async () => {
    const large = await requestUpload(app.deps, visitor(), {}, uploaderMetadata);
    const setSize = (bytes: number) =>
      app.deps.db
        .updateTable('uploads')
        .set({ declared_size: bytes })
        .where('id', '=', idOf(large.grant.uploadURL))
        .execute();
    await setSize(4 * 1024 ** 3);
    await expect(requestUpload(app.deps, visitor(), {}, uploaderMetadata)).rejects.toMatchObject({
      code: 'storage_full',
    });
    await expect(requestUpload(app.deps, person(student), {}, uploaderMetadata)).resolves.toBeDefined();
    await setSize(1);
    await expect(requestUpload(app.deps, visitor(), {}, uploaderMetadata)).resolves.toBeDefined();
  });
});

describe('secureDocument', () => {
  test('stores a re-encoded copy, empties the quarantine, and is idempotent', async () => {
    const withLocation = await sharp(await documentImage())
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(withLocation).metadata()).exif).toBeDefined();
    const { url, uploader } = await send(app, visitor(), withLocation);
    const secured = await secureDocument(app.deps, uploader, url);
    expect(secured.objectPath).toBe(`/objects/${idOf(url)}`);
    expect(await secureDocument(app.deps, uploader, url)).toEqual(secured);
    expect(await secureDocument(app.deps, uploader, secured.objectPath)).toEqual(secured);

    const stored = await storedBytes(app, `documents/${idOf(url)}`);
    expect(stored).toBeDefined();
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
    expect(await storedBytes(app, `quarantine/${idOf(url)}`)).toBeUndefined();
    expect(await rowOf(app, url)).toMatchObject({
      status: 'secured',
      storage_key: `documents/${idOf(url)}`,
      content_type: 'image/jpeg',
      size_bytes: stored?.length,
    });
  });

  test('20 concurrent calls produce one secured file', async () => {
    const { url, uploader } = await send(app, person(student), await documentImage());
    const results = await Promise.all(
      Array.from({ length: 20 }, () => secureDocument(app.deps, uploader, url)),
    );
    expect(new Set(results.map(({ objectPath }) => objectPath))).toEqual(new Set([`/objects/${idOf(url)}`]));
    expect((await rowOf(app, url)).status).toBe('secured');
    expect(await storedBytes(app, `documents/${idOf(url)}`)).toBeDefined();
  });

  test('other users cannot secure the upload by its URL or id', async () => {
    const { url, uploader } = await send(app, visitor(), await documentImage());
    const otherUser = await send(app, visitor(), await documentImage());
    for (const thief of [visitor(), visitor('guess'), otherUser.uploader, person(other), person(admin)]) {
      for (const reference of [url, `/objects/${idOf(url)}`]) {
        await expect(secureDocument(app.deps, thief, reference)).rejects.toMatchObject({ code: 'not_found' });
      }
    }
    expect((await rowOf(app, url)).status).toBe('issued');
    const unknown = '/objects/00000000-0000-4000-8000-000000000000';
    await expect(secureDocument(app.deps, uploader, unknown)).rejects.toMatchObject({
      code: 'not_found',
      message: 'This upload was not found',
    });
  });

  test('a visitor’s ticket stays valid after the visitor has logged in with the same browser', async () => {
    const { url, uploader } = await send(app, visitor(), await documentImage());
    const signedIn = { actor: student, ticket: uploader.ticket };
    await expect(secureDocument(app.deps, signedIn, url)).resolves.toBeDefined();
  });

  test('fails if nothing has been uploaded', async () => {
    const { grant, ticket } = await requestUpload(app.deps, visitor(), {}, uploaderMetadata);
    const early = secureDocument(app.deps, visitor(ticket), grant.uploadURL);
    await expect(early).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Please upload the file first',
    });
    expect((await rowOf(app, grant.uploadURL)).status).toBe('issued');
  });

  test.each([
    ['HTML', Buffer.from('<script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['zip', Buffer.from('PK\u0003\u0004 not an image')],
    [
      'a PDF with a script',
      Buffer.from(smallPdf.toString().replace('/Catalog', '/Catalog /JavaScript 2 0 R')),
    ],
  ])('rejects and erases %s, and rejects later calls with `gone`', async (_name, bytes) => {
    const { url, uploader } = await send(app, person(student), bytes);
    await expect(secureDocument(app.deps, uploader, url)).rejects.toMatchObject({
      code: 'unreadable_document',
      message: expect.stringMatching(/Please/),
    });
    expect((await rowOf(app, url)).status).toBe('erased');
    expect(await storedBytes(app, `quarantine/${idOf(url)}`)).toBeUndefined();
    await expect(secureDocument(app.deps, uploader, url)).rejects.toMatchObject({ code: 'gone' });
  });

  test('rejects a truncated photo', async () => {
    const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer();
    const { url, uploader } = await send(app, person(student), whole.subarray(0, whole.length / 2));
    await expect(secureDocument(app.deps, uploader, url)).rejects.toMatchObject({
      code: 'unreadable_document',
    });
  });

  test('the upload route rejects a file that is too large, and the inspection rejects such a file if the store has accepted it', async () => {
    const { grant, ticket } = await requestUpload(app.deps, visitor(), {}, uploaderMetadata);
    const tooMuch = Buffer.alloc(grant.maxBytes + 1);
    expect(await app.put(grant.uploadURL, tooMuch, grant.headers)).toBe(413);
    // S3 would accept this file, because its signed URLs cannot limit an unknown length.
    await app.deps.storage.write(`quarantine/${idOf(grant.uploadURL)}`, tooMuch, {
      contentType: 'image/jpeg',
    });
    await expect(secureDocument(app.deps, visitor(ticket), grant.uploadURL)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('5 MB'),
    });
    expect((await rowOf(app, grant.uploadURL)).status).toBe('erased');
    expect(await storedBytes(app, `quarantine/${idOf(grant.uploadURL)}`)).toBeUndefined();
  });
});

describe('upload references', () => {
  let canary: Server;
  let port: number;
  let visits = 0;
  beforeAll(async () => {
    canary = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    canary.on('connection', () => {
      visits += 1;
    });
    port = await listen(canary);
  });
  afterAll(() => new Promise((resolve) => canary.close(resolve)));

  test('only upload URLs and object paths of this academy are accepted, and no URL is ever fetched', async () => {
    const { url, uploader } = await send(app, person(student), await documentImage());
    const id = idOf(url);
    const path = `/uploads/quarantine/${id}`;
    const references = [
      'http://169.254.169.254/latest/meta-data',
      `http://127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}${path}`,
      `http://localhost:${port}${path}`,
      `http://[::1]:3000${path}`,
      `https://localhost:3000${path}`,
      `http://localhost:3001${path}`,
      `http://localhost.evil.example${path}`,
      `http://localhost:3000@evil.example${path}`,
      `http://evil.example\\@localhost:3000${path}`,
      `http://user@localhost:3000${path}`,
      `http://localhost:3000/else${path}`,
      `http://localhost:3000${path}/x`,
      `http://localhost:3000/uploads/documents/${id}`,
      `http://localhost:3000${path}#fragment`,
      `http://loca\u017fhost:3000${path}`,
      ` http://localhost:3000${path}`,
      `//localhost:3000${path}`,
      path,
      'file:///etc/passwd',
      'javascript:alert(1)',
      `/objects/../objects/${id}`,
      `/objects/${id}/`,
      `/objects/${id.toUpperCase()}`,
      `/objects/${id}\n`,
      '/objects/',
      `quarantine/${id}`,
      id,
      '',
      'x'.repeat(100_000),
    ];
    for (const reference of references) {
      await expect(
        secureDocument(app.deps, uploader, reference),
        reference.slice(0, 80),
      ).rejects.toMatchObject({ code: 'invalid_input', fields: { documentImageUrl: expect.any(String) } });
      await expect(prepareDocuments(app.deps, uploader, [url, reference])).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { documentImageUrl2: expect.any(String) },
      });
      await expect(prepareProductFile(app.deps, admin, reference)).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { filePath: expect.any(String) },
      });
    }
    expect(visits).toBe(0);
    expect((await rowOf(app, url)).status).toBe('issued');
    // The URL is recognized without its query string, which contains only the signature.
    await expect(secureDocument(app.deps, uploader, `http://localhost:3000${path}`)).resolves.toBeDefined();
  });
});
