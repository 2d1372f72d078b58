import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadRules } from '../../shared/limits.ts';
import { createTestApp, documentImage, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { AdminActor, Origin, Uploader } from '../actor.ts';
import { inTransaction } from '../db/database.ts';
import {
  claimProductFile,
  claimUploads,
  prepareDocuments,
  prepareProductFile,
  requestUpload,
  secureDocument,
} from './uploads.operations.ts';

const origin: Origin = { ip: '203.0.113.7', requestId: 'uploads-test', userAgent: null };
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
);

let app: TestApp;
let student: TestUser;
let other: TestUser;
let admin: AdminActor;

beforeAll(async () => {
  app = await createTestApp();
  student = await app.createUser();
  other = await app.createUser();
  admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
});
afterAll(() => app.close());

const visitor = (ticket: string | null = null): Uploader => ({ actor: null, ticket });
const person = (actor: TestUser | AdminActor): Uploader => ({ actor, ticket: null });

function idOf(reference: string): string {
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(reference)?.[0];
  if (!id) throw new Error(`no id in ${reference}`);
  return id;
}

function rowOf(reference: string) {
  return app.deps.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', idOf(reference))
    .executeTakeFirstOrThrow();
}

/** Requests an address and sends bytes to it. */
async function send(uploader: Uploader, bytes: Buffer, purpose?: 'registration' | 'kyc' | 'product') {
  const { grant, ticket } = await requestUpload(app.deps, uploader, { purpose }, origin);
  expect(await app.put(grant.uploadURL, bytes, grant.headers)).toBe(200);
  return { url: grant.uploadURL, uploader: ticket ? visitor(ticket) : uploader };
}

async function stored(key: string): Promise<Buffer | undefined> {
  const file = await app.deps.storage.read(key);
  return file && buffer(file.body);
}

describe('requestUpload', () => {
  test('a visitor gets a ticket of which only the hash is stored', async () => {
    const first = await requestUpload(app.deps, visitor(), undefined, origin);
    expect(first.ticket).toMatch(/^[\w-]{43}$/);
    expect(first.grant).toMatchObject({ method: 'PUT', maxBytes: 5 * 1024 * 1024 });
    const row = await rowOf(first.grant.uploadURL);
    expect(row).toMatchObject({ purpose: 'registration', status: 'issued', user_id: null });
    expect(JSON.stringify(row)).not.toContain(first.ticket);
    expect(Date.parse(row.put_expires_at) - Date.parse(row.created_at)).toBeLessThanOrEqual(15 * 60 * 1000);

    const second = await requestUpload(app.deps, visitor(first.ticket), undefined, origin);
    expect(second.ticket).toBeNull();
    expect((await rowOf(second.grant.uploadURL)).ticket_hash).toBe(row.ticket_hash);
  });

  test('the purpose follows from who asks, and names the owner', async () => {
    const kyc = await requestUpload(app.deps, { actor: student, ticket: 'old ticket' }, {}, origin);
    expect(kyc).toMatchObject({ ticket: null, grant: { maxBytes: uploadRules.kyc.maxBytes } });
    expect(await rowOf(kyc.grant.uploadURL)).toMatchObject({
      purpose: 'kyc',
      user_id: student.userId,
      ticket_hash: null,
    });
    const product = await requestUpload(app.deps, person(admin), null, origin);
    expect(await rowOf(product.grant.uploadURL)).toMatchObject({ purpose: 'product', max_bytes: 52_428_800 });
  });

  test('nobody uploads beyond their role', async () => {
    const ask = (uploader: Uploader, purpose: 'kyc' | 'product') =>
      requestUpload(app.deps, uploader, { purpose }, origin);
    await expect(ask(visitor(), 'kyc')).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(ask(visitor(), 'product')).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(ask(person(student), 'product')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('declared size and type are checked with a sentence that says what is accepted', async () => {
    const ask = (request: { size?: number; contentType?: string }) =>
      requestUpload(app.deps, visitor(), request, origin);
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

  test('the signed address holds the sender to the declared type and size', async () => {
    const bytes = await documentImage();
    const { grant } = await requestUpload(
      app.deps,
      visitor(),
      { size: bytes.length, contentType: 'image/jpeg' },
      origin,
    );
    expect(await app.put(grant.uploadURL, Buffer.concat([bytes, bytes]), grant.headers)).toBe(400);
    expect(await app.put(grant.uploadURL, bytes, { 'content-type': 'image/png' })).toBe(403);
    expect(await app.put(grant.uploadURL, bytes, grant.headers)).toBe(200);
    expect(await app.put(grant.uploadURL, bytes, grant.headers)).toBe(409);
  });

  test('names are kept for product files only, without paths and control characters', async () => {
    const named = async (uploader: Uploader) =>
      rowOf(
        (await requestUpload(app.deps, uploader, { filename: 'C:\\x\\Ri\u0000ver\ud800.pdf' }, origin)).grant
          .uploadURL,
      );
    expect((await named(person(admin))).filename).toBe('River\ufffd.pdf');
    expect((await named(person(student))).filename).toBeNull();
  });

  test('waiting uploads are limited per person, also when asked for at once', async () => {
    const busy = await app.createUser();
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, () => requestUpload(app.deps, person(busy), {}, origin)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'too_many_attempts' });
    }
  });

  test('all waiting uploads of a purpose are bounded together; others keep their room', async () => {
    const fat = await requestUpload(app.deps, visitor(), {}, origin);
    const setSize = (bytes: number) =>
      app.deps.db
        .updateTable('uploads')
        .set({ declared_size: bytes })
        .where('id', '=', idOf(fat.grant.uploadURL))
        .execute();
    await setSize(4 * 1024 ** 3);
    await expect(requestUpload(app.deps, visitor(), {}, origin)).rejects.toMatchObject({
      code: 'storage_full',
    });
    await expect(requestUpload(app.deps, person(student), {}, origin)).resolves.toBeDefined();
    await setSize(1);
    await expect(requestUpload(app.deps, visitor(), {}, origin)).resolves.toBeDefined();
  });
});

describe('secureDocument', () => {
  test('keeps a re-encoded copy, empties the quarantine, and gives the same answer again', async () => {
    const withPlace = await sharp(await documentImage())
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(withPlace).metadata()).exif).toBeDefined();
    const { url, uploader } = await send(visitor(), withPlace);
    const secured = await secureDocument(app.deps, uploader, url);
    expect(secured.objectPath).toBe(`/objects/${idOf(url)}`);
    expect(await secureDocument(app.deps, uploader, url)).toEqual(secured);
    expect(await secureDocument(app.deps, uploader, secured.objectPath)).toEqual(secured);

    const kept = await stored(`documents/${idOf(url)}`);
    expect(kept).toBeDefined();
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
    expect(await stored(`quarantine/${idOf(url)}`)).toBeUndefined();
    expect(await rowOf(url)).toMatchObject({
      status: 'secured',
      storage_key: `documents/${idOf(url)}`,
      content_type: 'image/jpeg',
      size_bytes: kept?.length,
    });
  });

  test('20 at once give one secured file', async () => {
    const { url, uploader } = await send(person(student), await documentImage());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => secureDocument(app.deps, uploader, url)),
    );
    expect(new Set(answers.map(({ objectPath }) => objectPath))).toEqual(new Set([`/objects/${idOf(url)}`]));
    expect((await rowOf(url)).status).toBe('secured');
    expect(await stored(`documents/${idOf(url)}`)).toBeDefined();
  });

  test('others cannot secure it, by its address or by its id', async () => {
    const { url, uploader } = await send(visitor(), await documentImage());
    const stranger = await send(visitor(), await documentImage());
    for (const thief of [visitor(), visitor('guess'), stranger.uploader, person(other), person(admin)]) {
      for (const reference of [url, `/objects/${idOf(url)}`]) {
        await expect(secureDocument(app.deps, thief, reference)).rejects.toMatchObject({ code: 'not_found' });
      }
    }
    expect((await rowOf(url)).status).toBe('issued');
    const unknown = '/objects/00000000-0000-4000-8000-000000000000';
    await expect(secureDocument(app.deps, uploader, unknown)).rejects.toMatchObject({
      code: 'not_found',
      message: 'This upload was not found',
    });
  });

  test('a ticket still counts after signing in with the same browser', async () => {
    const { url, uploader } = await send(visitor(), await documentImage());
    const signedIn = { actor: student, ticket: uploader.ticket };
    await expect(secureDocument(app.deps, signedIn, url)).resolves.toBeDefined();
  });

  test('asks for the file when nothing was sent yet', async () => {
    const { grant, ticket } = await requestUpload(app.deps, visitor(), {}, origin);
    const early = secureDocument(app.deps, visitor(ticket), grant.uploadURL);
    await expect(early).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Please upload the file first',
    });
    expect((await rowOf(grant.uploadURL)).status).toBe('issued');
  });

  test.each([
    ['HTML', Buffer.from('<script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['zip', Buffer.from('PK\u0003\u0004 not an image')],
    ['a PDF with a script', Buffer.from(pdf.toString().replace('/Catalog', '/Catalog /JavaScript 2 0 R'))],
  ])('refuses %s, erases it, and says that it is gone afterwards', async (_name, bytes) => {
    const { url, uploader } = await send(person(student), bytes);
    await expect(secureDocument(app.deps, uploader, url)).rejects.toMatchObject({
      code: 'unreadable_document',
      message: expect.stringMatching(/Please/),
    });
    expect((await rowOf(url)).status).toBe('erased');
    expect(await stored(`quarantine/${idOf(url)}`)).toBeUndefined();
    await expect(secureDocument(app.deps, uploader, url)).rejects.toMatchObject({ code: 'gone' });
  });

  test('a cut off photo is refused', async () => {
    const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer();
    const { url, uploader } = await send(person(student), whole.subarray(0, whole.length / 2));
    await expect(secureDocument(app.deps, uploader, url)).rejects.toMatchObject({
      code: 'unreadable_document',
    });
  });

  test('too many bytes are refused at the door, and again afterwards where the store could not count', async () => {
    const { grant, ticket } = await requestUpload(app.deps, visitor(), {}, origin);
    const tooMuch = Buffer.alloc(grant.maxBytes + 1);
    expect(await app.put(grant.uploadURL, tooMuch, grant.headers)).toBe(413);
    // What a bucket would have let in: its addresses do not bound an unknown length.
    await app.deps.storage.write(`quarantine/${idOf(grant.uploadURL)}`, tooMuch, {
      contentType: 'image/jpeg',
    });
    await expect(secureDocument(app.deps, visitor(ticket), grant.uploadURL)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('5 MB'),
    });
    expect((await rowOf(grant.uploadURL)).status).toBe('erased');
    expect(await stored(`quarantine/${idOf(grant.uploadURL)}`)).toBeUndefined();
  });
});

describe('references', () => {
  let canary: Server;
  let visits = 0;
  beforeAll(async () => {
    canary = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    canary.on('connection', () => {
      visits += 1;
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => canary.close(resolve)));

  test('only our own addresses are taken, and none is ever fetched (KYC-7)', async () => {
    const { url, uploader } = await send(person(student), await documentImage());
    const id = idOf(url);
    const { port } = canary.address() as AddressInfo;
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
    expect((await rowOf(url)).status).toBe('issued');
    // The query holds the signature; the address is ours with or without it.
    await expect(secureDocument(app.deps, uploader, `http://localhost:3000${path}`)).resolves.toBeDefined();
  });
});

describe('prepareDocuments and claimUploads', () => {
  const claim = (uploader: Uploader, ids: readonly string[], userId: string) =>
    inTransaction(app.deps.db, (trx) => claimUploads(trx, uploader, ids, userId, app.deps.now()));

  async function twoSides(uploader: Uploader) {
    const front = await send(uploader, await documentImage());
    const back = await send(front.uploader, await documentImage());
    return { uploader: front.uploader, references: [front.url, back.url] as [string, string] };
  }

  test('both sides become the person’s own, once', async () => {
    const { uploader, references } = await twoSides(visitor());
    const ids = await prepareDocuments(app.deps, uploader, references);
    await claim(uploader, ids, student.userId);
    expect(await rowOf(references[0])).toMatchObject({
      status: 'claimed',
      user_id: student.userId,
      ticket_hash: null,
    });
    await expect(claim(uploader, ids, other.userId)).rejects.toMatchObject({ code: 'conflict' });
    await expect(claim(person(student), ids, student.userId)).rejects.toMatchObject({ code: 'conflict' });
    // The ticket opens nothing any more.
    await expect(prepareDocuments(app.deps, uploader, references)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(prepareDocuments(app.deps, person(student), references)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await rowOf(references[0])).user_id).toBe(student.userId);
  });

  test('the front cannot be the back', async () => {
    const { url, uploader } = await send(person(student), await documentImage());
    await expect(prepareDocuments(app.deps, uploader, [url, `/objects/${idOf(url)}`])).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { documentImageUrl2: expect.any(String) },
    });
    await secureDocument(app.deps, uploader, url);
    await expect(claim(uploader, [idOf(url), idOf(url)], student.userId)).resolves.toBeUndefined();
  });

  test('strangers prepare and claim nothing', async () => {
    const { uploader, references } = await twoSides(visitor());
    for (const thief of [visitor(), visitor('guess'), person(other)]) {
      await expect(prepareDocuments(app.deps, thief, references)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    const ids = await prepareDocuments(app.deps, uploader, references);
    for (const thief of [visitor(), visitor('guess'), person(other)]) {
      await expect(claim(thief, ids, other.userId)).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await rowOf(references[0])).toMatchObject({ status: 'secured', user_id: null });
  });

  test('one of two is not enough, and the claim of the other rolls back', async () => {
    const mine = await twoSides(person(student));
    const theirs = await twoSides(person(other));
    const [front] = await prepareDocuments(app.deps, mine.uploader, mine.references);
    const [, back] = await prepareDocuments(app.deps, theirs.uploader, theirs.references);
    await expect(claim(person(student), [front, back], student.userId)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await rowOf(front)).status).toBe('secured');
  });

  test('an upload that is not secured cannot be claimed', async () => {
    const { url } = await send(person(student), await documentImage());
    await expect(claim(person(student), [idOf(url)], student.userId)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('20 claims of the same two sides, in either order, have one winner', async () => {
    const { uploader, references } = await twoSides(visitor());
    const [front, back] = await prepareDocuments(app.deps, uploader, references);
    const people = await Promise.all(Array.from({ length: 20 }, () => app.createUser()));
    const answers = await Promise.allSettled(
      people.map(({ userId }, index) =>
        claim(uploader, index % 2 === 0 ? [front, back] : [back, front], userId),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'conflict' });
    }
    const winner = people[answers.findIndex(({ status }) => status === 'fulfilled')];
    expect((await rowOf(front)).user_id).toBe(winner?.userId);
    expect((await rowOf(back)).user_id).toBe(winner?.userId);
  });

  test('a registration’s uploads count for an hour, a signed-in person’s longer', async () => {
    const registration = await twoSides(visitor());
    const kyc = await twoSides(person(student));
    app.clock.advance(61 * 60 * 1000);
    await expect(
      prepareDocuments(app.deps, registration.uploader, registration.references),
    ).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('an hour') });
    await expect(prepareDocuments(app.deps, kyc.uploader, kyc.references)).resolves.toHaveLength(2);
  });
});

describe('product files', () => {
  const claim = (actor: AdminActor, id: string) =>
    inTransaction(app.deps.db, (trx) => claimProductFile(trx, actor, id, app.deps.now()));

  test('a PDF stays byte for byte and belongs to one product', async () => {
    const { url } = await send(person(admin), pdf);
    const id = await prepareProductFile(app.deps, admin, url);
    expect(await prepareProductFile(app.deps, admin, `/objects/${id}`)).toBe(id);
    expect(await stored(`products/${id}`)).toEqual(pdf);
    expect(await stored(`quarantine/${id}`)).toBeUndefined();

    const secondAdmin: AdminActor = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
    await expect(claim(secondAdmin, id)).rejects.toMatchObject({ code: 'conflict' });
    await claim(admin, id);
    await expect(claim(admin, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(prepareProductFile(app.deps, admin, url)).rejects.toMatchObject({ code: 'conflict' });
    await expect(prepareProductFile(app.deps, secondAdmin, url)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('identity documents and product files are never mixed up', async () => {
    const document = await send(person(admin), await documentImage(), 'kyc');
    await expect(prepareProductFile(app.deps, admin, document.url)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const product = await send(person(admin), pdf);
    await expect(
      prepareDocuments(app.deps, person(admin), [product.url, document.url]),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    await secureDocument(app.deps, person(admin), document.url);
    await expect(claim(admin, idOf(document.url))).rejects.toMatchObject({ code: 'conflict' });
  });

  test('an image is no product', async () => {
    const { url } = await send(person(admin), await documentImage());
    await expect(prepareProductFile(app.deps, admin, url)).rejects.toMatchObject({
      code: 'unreadable_document',
    });
  });
});
