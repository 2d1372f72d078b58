import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, documentImage, setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import type { AdminActor, Uploader } from '../actor.ts';
import { inTransaction } from '../platform/db/database.ts';
import { claimOwnFile } from './own-upload.operations.ts';
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
import {
  claimUploads,
  copyOwnDocument,
  findDocument,
  listOwnDocuments,
  prepareDocuments,
  prepareSide,
  requestUpload,
  secureDocument,
} from './uploads.operations.ts';

const app = setUpTestApp();
let student: TestUser;
let other: TestUser;
let admin: AdminActor;

beforeAll(async () => {
  student = await app.createUser();
  other = await app.createUser();
  admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
});

describe('prepareDocuments and claimUploads', () => {
  const claim = (uploader: Uploader, ids: readonly string[], userId: string) =>
    inTransaction(app.deps.db, (trx) => claimUploads(trx, uploader, ids, userId, app.deps.now()));

  async function twoSides(uploader: Uploader) {
    const front = await send(app, uploader, await documentImage());
    const back = await send(app, front.uploader, await documentImage());
    return { uploader: front.uploader, references: [front.url, back.url] as [string, string] };
  }

  test('a user can claim the uploads of both sides of a document, but only once', async () => {
    const { uploader, references } = await twoSides(visitor());
    const ids = await prepareDocuments(app.deps, uploader, references);
    await claim(uploader, ids, student.userId);
    expect(await rowOf(app, references[0])).toMatchObject({
      status: 'claimed',
      user_id: student.userId,
      ticket_hash: null,
    });
    await expect(claim(uploader, ids, other.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This file was already used. Please upload it again.',
    });
    await expect(claim(person(student), ids, student.userId)).rejects.toMatchObject({ code: 'conflict' });
    // The ticket in the cookie, which identified the visitor as the uploader, is no longer valid.
    await expect(prepareDocuments(app.deps, uploader, references)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(prepareDocuments(app.deps, person(student), references)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await rowOf(app, references[0])).user_id).toBe(student.userId);
  });

  test('front and back must be different files', async () => {
    const { url, uploader } = await send(app, person(student), await documentImage());
    await expect(prepareDocuments(app.deps, uploader, [url, `/objects/${idOf(url)}`])).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { documentImageUrl2: 'The front and the back must be two files' },
    });
    expect((await rowOf(app, url)).status).toBe('issued');
    // Only `prepareDocuments` checks this: for `claimUploads`, a repeated id is one upload.
    await secureDocument(app.deps, uploader, url);
    await expect(claim(uploader, [idOf(url), idOf(url)], student.userId)).resolves.toBeUndefined();
  });

  test('other users can neither prepare nor claim the uploads', async () => {
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
    expect(await rowOf(app, references[0])).toMatchObject({ status: 'secured', user_id: null });
  });

  test('if one of two uploads cannot be claimed, neither is claimed', async () => {
    const mine = await twoSides(person(student));
    const theirs = await twoSides(person(other));
    const [front] = await prepareDocuments(app.deps, mine.uploader, mine.references);
    const [, back] = await prepareDocuments(app.deps, theirs.uploader, theirs.references);
    await expect(claim(person(student), [front, back], student.userId)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await rowOf(app, front)).status).toBe('secured');
  });

  test('an upload cannot be claimed before it was inspected and secured', async () => {
    const { url } = await send(app, person(student), await documentImage());
    await expect(claim(person(student), [idOf(url)], student.userId)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('only one of 20 concurrent claims of the same two sides succeeds, in either order', async () => {
    const { uploader, references } = await twoSides(visitor());
    const [front, back] = await prepareDocuments(app.deps, uploader, references);
    const people = await Promise.all(Array.from({ length: 20 }, () => app.createUser()));
    const results = await Promise.allSettled(
      people.map(({ userId }, index) =>
        claim(uploader, index % 2 === 0 ? [front, back] : [back, front], userId),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
    }
    const winner = people[results.findIndex(({ status }) => status === 'fulfilled')];
    expect((await rowOf(app, front)).user_id).toBe(winner?.userId);
    expect((await rowOf(app, back)).user_id).toBe(winner?.userId);
  });

  test('uploads of a registration expire after an hour; uploads of a logged-in user do not', async () => {
    const registration = await twoSides(visitor());
    const kyc = await twoSides(person(student));
    app.clock.advance(61 * 60 * 1000);
    try {
      await expect(
        prepareDocuments(app.deps, registration.uploader, registration.references),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        fields: {
          documentImageUrl1: expect.stringContaining('more than an hour old'),
          documentImageUrl2: expect.stringContaining('more than an hour old'),
        },
      });
      await expect(prepareDocuments(app.deps, kyc.uploader, kyc.references)).resolves.toHaveLength(2);
    } finally {
      app.clock.advance(-61 * 60 * 1000);
    }
  });

  test('a registration’s uploads are valid for exactly one hour', async () => {
    const own = await createTestApp();
    try {
      const start = Date.parse('2026-11-21T12:00:00.000Z');
      own.clock.set(new Date(start));
      const { grant, ticket } = await requestUpload(own.deps, visitor(), {}, uploaderMetadata);
      await own.put(grant.uploadURL, await documentImage(), grant.headers);
      const prepare = () => prepareSide(own.deps, visitor(ticket), grant.uploadURL, 'documentImageUrl1');
      own.clock.set(new Date(start + 60 * 60 * 1000 + 1));
      await expect(prepare()).rejects.toMatchObject({ code: 'invalid_input' });
      own.clock.set(new Date(start + 60 * 60 * 1000));
      await expect(prepare()).resolves.toBe(idOf(grant.uploadURL));
    } finally {
      await own.close();
    }
  });

  test('a single side of a document can be prepared, and errors name the field of that side', async () => {
    const { url } = await send(app, person(student), await documentImage());
    for (const field of ['documentImageUrl1', 'documentImageUrl2'] as const) {
      await expect(prepareSide(app.deps, person(student), 'elsewhere', field)).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { [field]: 'This is not a file that was uploaded here' },
      });
      await expect(prepareSide(app.deps, person(other), url, field)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect((await rowOf(app, url)).status).toBe('issued');
    expect(await prepareSide(app.deps, person(student), url, 'documentImageUrl1')).toBe(idOf(url));
    expect((await rowOf(app, url)).status).toBe('secured');
  });
});

describe('product files', () => {
  const claim = (actor: AdminActor, id: string) =>
    inTransaction(app.deps.db, (trx) => claimOwnFile(trx, actor, id, app.deps.now(), 'product'));

  test('a PDF is stored unchanged, and can be claimed only once and only by the admin who uploaded it', async () => {
    const { url } = await send(app, person(admin), smallPdf);
    const id = await prepareProductFile(app.deps, admin, url);
    expect(await prepareProductFile(app.deps, admin, `/objects/${id}`)).toBe(id);
    expect(await storedBytes(app, `products/${id}`)).toEqual(smallPdf);
    expect(await storedBytes(app, `quarantine/${id}`)).toBeUndefined();

    const secondAdmin: AdminActor = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
    await expect(claim(secondAdmin, id)).rejects.toMatchObject({ code: 'conflict' });
    await claim(admin, id);
    await expect(claim(admin, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(prepareProductFile(app.deps, admin, url)).rejects.toMatchObject({ code: 'conflict' });
    await expect(prepareProductFile(app.deps, secondAdmin, url)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('identity documents and product files are not interchangeable', async () => {
    const document = await send(app, person(admin), await documentImage(), 'kyc');
    await expect(prepareProductFile(app.deps, admin, document.url)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { filePath: 'This file is not a product file' },
    });
    const product = await send(app, person(admin), smallPdf);
    const message = 'This file is not an identity document';
    await expect(
      prepareDocuments(app.deps, person(admin), [product.url, document.url]),
    ).rejects.toMatchObject({ code: 'invalid_input', fields: { documentImageUrl1: message } });
    await expect(
      prepareDocuments(app.deps, person(admin), [document.url, product.url]),
    ).rejects.toMatchObject({ code: 'invalid_input', fields: { documentImageUrl2: message } });
    const ready = await prepareProductFile(app.deps, admin, product.url);
    await expect(
      inTransaction(app.deps.db, (trx) =>
        claimUploads(trx, person(admin), [ready], admin.userId, app.deps.now()),
      ),
    ).rejects.toMatchObject({ code: 'conflict' });
    await secureDocument(app.deps, person(admin), document.url);
    await expect(claim(admin, idOf(document.url))).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a captions file can be claimed only once and only as captions, and a PDF cannot be claimed as captions', async () => {
    const captions = await send(
      app,
      person(admin),
      Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n'),
      'captions',
    );
    const product = await send(app, person(admin), smallPdf);
    const prepare = (url: string, purpose: 'session_video' | 'captions') =>
      prepareProductFile(app.deps, admin, url, purpose);
    await expect(prepare(captions.url, 'session_video')).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { videoPath: 'This file is not a video' },
    });
    await expect(prepare(product.url, 'captions')).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { captionsPath: 'This file is not a captions file' },
    });
    const claimCaptions = (id: string) =>
      inTransaction(app.deps.db, (trx) => claimOwnFile(trx, admin, id, app.deps.now(), 'captions'));
    await expect(claimCaptions(idOf(captions.url))).rejects.toMatchObject({ code: 'conflict' });
    const id = await prepare(captions.url, 'captions');
    expect(id).toBe(idOf(captions.url));
    await expect(claim(admin, id)).rejects.toMatchObject({ code: 'conflict' });
    const ready = await prepareProductFile(app.deps, admin, product.url);
    await expect(claimCaptions(ready)).rejects.toMatchObject({ code: 'conflict' });
    await claimCaptions(id);
    expect(await rowOf(app, captions.url)).toMatchObject({ status: 'claimed', user_id: admin.userId });
    await expect(claimCaptions(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(prepare(captions.url, 'captions')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('an image is not accepted as a product file', async () => {
    const { url } = await send(app, person(admin), await documentImage());
    await expect(prepareProductFile(app.deps, admin, url)).rejects.toMatchObject({
      code: 'unreadable_document',
    });
  });
});

describe('documents of an existing application', () => {
  async function claimed(owner: TestUser): Promise<string> {
    const { url } = await send(app, person(owner), await documentImage());
    const id = await prepareSide(app.deps, person(owner), url, 'documentImageUrl1');
    await inTransaction(app.deps.db, (trx) =>
      claimUploads(trx, person(owner), [id], owner.userId, app.deps.now()),
    );
    return id;
  }

  test('copying a document for the user’s next application leaves the original unchanged', async () => {
    const owner = await app.createUser();
    const id = await claimed(owner);
    const original = await rowOf(app, id);
    const count = vi.spyOn(app.deps.attemptLimits, 'count');
    const copyId = await copyOwnDocument(app.deps, owner, id);
    expect(count.mock.calls).toEqual([['uploadPerAccount', owner.userId]]);
    count.mockRestore();
    expect(copyId).not.toBe(id);
    expect(await rowOf(app, copyId)).toMatchObject({
      purpose: 'kyc',
      status: 'secured',
      user_id: owner.userId,
      ticket_hash: null,
      storage_key: `documents/${copyId}`,
      declared_type: original.content_type,
      declared_size: original.size_bytes,
      content_type: original.content_type,
      size_bytes: original.size_bytes,
      max_bytes: original.max_bytes,
      image_hash: original.image_hash,
    });
    expect(original.image_hash).not.toBeNull();
    expect(await storedBytes(app, `documents/${copyId}`)).toEqual(await storedBytes(app, `documents/${id}`));
    expect(await rowOf(app, id)).toEqual(original);
    await inTransaction(app.deps.db, (trx) =>
      claimUploads(trx, person(owner), [copyId], owner.userId, app.deps.now()),
    );
    expect((await rowOf(app, copyId)).status).toBe('claimed');
  });

  test('a user can copy neither another user’s document nor an upload that is not a document of an application', async () => {
    const id = await claimed(student);
    const waiting = await send(app, person(student), await documentImage());
    const secured = await send(app, person(student), await documentImage());
    await secureDocument(app.deps, secured.uploader, secured.url);
    const product = await send(app, person(admin), smallPdf);
    const productId = await prepareProductFile(app.deps, admin, product.url);
    await inTransaction(app.deps.db, (trx) => claimOwnFile(trx, admin, productId, app.deps.now(), 'product'));
    const before = (await listOwnDocuments(app.deps, student.userId)).length;
    for (const [who, what] of [
      [other, id],
      [admin, id],
      [student, idOf(waiting.url)],
      [student, idOf(secured.url)],
      [admin, productId],
      [student, '00000000-0000-4000-8000-000000000000'],
    ] as const) {
      await expect(copyOwnDocument(app.deps, who, what)).rejects.toMatchObject({ code: 'gone' });
    }
    expect(await listOwnDocuments(app.deps, student.userId)).toHaveLength(before);
  });

  test('copying a document that is missing from the store fails, logs an error and leaves no copy', async () => {
    const owner = await app.createUser();
    const id = await claimed(owner);
    await app.deps.storage.remove(`documents/${id}`);
    const logged = app.logs.length;
    await expect(copyOwnDocument(app.deps, owner, id)).rejects.toMatchObject({ code: 'gone' });
    const alerts = app.logs.slice(logged).map((line): unknown => JSON.parse(line));
    expect(alerts).toContainEqual(
      expect.objectContaining({
        level: 50,
        uploadId: id,
        msg: 'a document is missing from the store',
      }),
    );
    const rows = await app.deps.db
      .selectFrom('uploads')
      .select(['status'])
      .where('user_id', '=', owner.userId)
      .where('id', '!=', id)
      .execute();
    expect(rows).toEqual([{ status: 'erased' }]);
  });

  test('copies count toward the limit on unclaimed uploads', async () => {
    const owner = await app.createUser();
    const id = await claimed(owner);
    const results = await Promise.allSettled(
      Array.from({ length: 22 }, () => copyOwnDocument(app.deps, owner, id)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(copyOwnDocument(app.deps, owner, id)).rejects.toMatchObject({ code: 'too_many_attempts' });
  });

  test('a document is found by its id; the id of a product file, an unknown id or a malformed id gives undefined', async () => {
    const id = await claimed(student);
    expect(await findDocument(app.deps, id)).toMatchObject({ id, status: 'claimed' });
    const product = await send(app, person(admin), smallPdf);
    for (const unknown of [idOf(product.url), '00000000-0000-4000-8000-000000000000', `${id}x`, 'x', '']) {
      expect(await findDocument(app.deps, unknown)).toBeUndefined();
    }
  });

  test('the list of a user’s documents contains only that user’s documents, newest first', async () => {
    const owner = await app.createUser();
    const first = await claimed(owner);
    app.clock.advance(1_000);
    const second = await claimed(owner);
    app.clock.advance(-1_000);
    expect((await listOwnDocuments(app.deps, owner.userId)).map(({ id }) => id)).toEqual([second, first]);
    expect(await listOwnDocuments(app.deps, (await app.createUser()).userId)).toEqual([]);
  });
});
