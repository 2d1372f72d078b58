import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { createTestApp, documentImage, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { Deps } from '../deps.ts';
import { submitForm } from '../kyc/testing/applicants.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { startS3Store } from '../platform/storage/testing/contract-stores.ts';
import { checkFiles } from './file-check.operations.ts';
import { storedKeys } from './testing/sent-uploads.ts';

/** Up to 20 files that belong to no upload are erased without an admin's permission. */
const unusualCount = 21;

let app: TestApp;
let admin: TestUser & { role: 'admin' };
let closers: (() => Promise<void>)[];

beforeEach(async () => {
  app = await createTestApp();
  closers = [() => app.close()];
  admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
});

const stores = {
  disk: async (): Promise<Storage> => app.deps.storage,
  S3: async (): Promise<Storage> => {
    const store = await startS3Store();
    closers.push(store.stop);
    return store.storage;
  },
};

const put = (storage: Storage, key: string) =>
  storage.write(key, Buffer.from('a file'), { contentType: 'application/pdf' });

/**
 * Inserts an `uploads` row with this status (`secured`: inspected and stored, but not yet used), and writes its file.
 */
async function stored(storage: Storage, status: 'issued' | 'secured' | 'claimed' | 'erased') {
  const id = randomUUID();
  const key = `products/${id}`;
  await app.deps.db
    .insertInto('uploads')
    .values({
      id,
      purpose: 'product',
      user_id: admin.userId,
      storage_key: status === 'issued' ? `quarantine/${id}` : status === 'erased' ? `erased/${id}` : key,
      status,
      content_type: 'application/pdf',
      size_bytes: 6,
      max_bytes: 100,
      secured_at: app.deps.now(),
      claimed_at: status === 'claimed' ? app.deps.now() : null,
      erased_at: status === 'erased' ? app.deps.now() : null,
      put_expires_at: app.deps.now(),
      created_at: app.deps.now(),
    })
    .execute();
  await put(storage, key);
  return { id, key };
}

const productWith = async (uploadId: string) => {
  const product = await createTestProduct(app, admin, { type: 'pdf', productNumber: 31 });
  await app.deps.db
    .updateTable('products')
    .set({ file_upload_id: uploadId })
    .where('id', '=', product.id)
    .execute();
  return product;
};

describe.each(Object.entries(stores))('file check on %s', (_name, open) => {
  test('erases old files that no current upload refers to, and nothing in other folders', async () => {
    const storage = await open();
    const deps: Deps = { ...app.deps, storage };
    const kept = [
      (await stored(storage, 'issued')).key,
      (await stored(storage, 'secured')).key,
      (await stored(storage, 'claimed')).key,
      `quarantine/${randomUUID()}`,
      `documents/exports/${randomUUID()}`,
      // Not an upload: the name of an upload is a UUID.
      'documents/readme',
      `elsewhere/${randomUUID()}`,
    ];
    for (const key of kept.slice(3)) await put(storage, key);
    const strays = [
      `documents/${randomUUID()}`,
      `videos/${randomUUID()}`,
      `captions/${randomUUID()}`,
      (await stored(storage, 'erased')).key,
      // The row with this id refers to a different location.
      `documents/${(await stored(storage, 'claimed')).id}`,
    ];
    for (const key of strays) await put(storage, key);
    const before = await storedKeys(storage);
    expect(await checkFiles(deps)).toMatchObject({ erased: 0 });
    // A file without an upload is erased after two days.
    app.clock.advance(1.9 * dayMs);
    expect(await checkFiles(deps)).toMatchObject({ erased: 0 });
    expect(await storedKeys(storage)).toEqual(before);
    app.clock.advance(0.2 * dayMs);
    expect(await checkFiles(deps)).toMatchObject({ erased: strays.length });
    expect(await storedKeys(storage)).toEqual(before.filter((key) => !strays.includes(key)));
    for (const key of kept) expect(await storage.head(key), key).toBeDefined();
    expect(await checkFiles(deps)).toMatchObject({ erased: 0 });
  });

  test('lists files that are in use but missing, until they are restored', async () => {
    const storage = await open();
    const deps: Deps = { ...app.deps, storage };
    const { id, key } = await stored(storage, 'claimed');
    const unused = await stored(storage, 'claimed');
    const product = await productWith(id);
    expect(await checkFiles(deps)).toMatchObject({ missing: 0 });
    await storage.remove(key);
    await storage.remove(unused.key);
    expect(await checkFiles(deps)).toMatchObject({ missing: 1 });
    app.clock.advance(dayMs);
    await checkFiles(deps);
    const listed = await app.caller(admin).admin.system.missingFiles();
    expect(listed.files).toMatchObject([
      {
        id,
        label: `The PDF of ${product.title}`,
        userId: null,
        advice: expect.stringContaining('upload it'),
      },
    ]);
    expect(Date.parse(listed.files[0]?.foundAt ?? '')).toBeLessThan(Date.parse(listed.checkedAt ?? ''));
    const files = async () =>
      (await app.caller(admin).admin.system.status()).checks.find((check) => check.key === 'files');
    expect(await files()).toMatchObject({ state: 'failed', summary: 'One file is missing' });
    await put(storage, key);
    expect(await checkFiles(deps)).toMatchObject({ missing: 0 });
    expect((await app.caller(admin).admin.system.missingFiles()).files).toEqual([]);
    expect(await files()).toMatchObject({ state: 'ok' });
  });
});

test('a missing identity document is listed with the name of its applicant, unless the document was replaced', async () => {
  const student = await app.createUser();
  const apply = () => submitForm(app, student, { firstName: 'Mara', lastName: 'Lindqvist' });
  await apply();
  for (const key of await storedKeys(app.deps.storage)) await app.deps.storage.remove(key);
  expect(await checkFiles(app.deps)).toMatchObject({ missing: 2 });
  const { files } = await app.caller(admin).admin.system.missingFiles();
  expect(files).toMatchObject(
    Array(2).fill({ label: 'An identity document of Mara Lindqvist', userId: student.userId }),
  );
  await apply();
  expect(await checkFiles(app.deps)).toMatchObject({ missing: 0 });
});

test('unusually many files that belong to no upload are erased only after an admin allows it, and the permission then ends', async () => {
  for (let count = 0; count < unusualCount; count += 1)
    await put(app.deps.storage, `products/${randomUUID()}`);
  app.clock.advance(3 * dayMs);
  expect(await checkFiles(app.deps)).toMatchObject({ files: unusualCount, erased: 0 });
  const caller = app.caller({ ...admin, confirmedAt: app.deps.now().toISOString() });
  expect(await caller.admin.system.missingFiles()).toMatchObject({
    withheld: unusualCount,
    erasingAllowed: false,
  });
  const advice = async () =>
    (await caller.admin.system.status()).checks.find(({ key }) => key === 'files')?.advice;
  expect(await advice()).toContain('Allow their deletion');
  await caller.admin.system.allowErasing();
  expect(await caller.admin.system.missingFiles()).toMatchObject({ erasingAllowed: true });
  expect(await advice()).toBe('Their deletion is allowed. The nightly comparison deletes them.');
  expect(await checkFiles(app.deps)).toMatchObject({ erased: unusualCount });
  expect(await storedKeys(app.deps.storage)).toEqual([]);
  expect(await caller.admin.system.missingFiles()).toMatchObject({ withheld: 0, erasingAllowed: false });
  await expect(caller.admin.system.allowErasing()).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('if one check cannot erase all files, the permission of the admin lasts until later checks have erased the remaining ones', async () => {
  for (let count = 0; count < 45; count += 1) await put(app.deps.storage, `products/${randomUUID()}`);
  app.clock.advance(3 * dayMs);
  await checkFiles(app.deps);
  const caller = app.caller({ ...admin, confirmedAt: app.deps.now().toISOString() });
  await caller.admin.system.allowErasing();
  // The second argument is the maximum number of files that one check erases.
  expect(await checkFiles(app.deps, 20)).toMatchObject({ erased: 20 });
  expect(await caller.admin.system.missingFiles()).toMatchObject({ withheld: 25, erasingAllowed: true });
  expect(await checkFiles(app.deps, 25)).toMatchObject({ erased: 25 });
  expect(await caller.admin.system.missingFiles()).toMatchObject({ withheld: 0, erasingAllowed: false });
});

test('a permission to erase files expires if no check has used it', async () => {
  for (let count = 0; count < unusualCount; count += 1)
    await put(app.deps.storage, `products/${randomUUID()}`);
  app.clock.advance(3 * dayMs);
  await checkFiles(app.deps);
  await app.caller({ ...admin, confirmedAt: app.deps.now().toISOString() }).admin.system.allowErasing();
  // A permission is valid for two days.
  app.clock.advance(3 * dayMs);
  expect(await checkFiles(app.deps)).toMatchObject({ erased: 0 });
});

test('does not erase files that are secured during a check', async () => {
  const student = await app.createUser();
  const caller = app.caller(student);
  const uploads = Array.from({ length: 6 }, async () => app.uploadDocument(caller, await documentImage()));
  // Make every file look old.
  const list: Storage['list'] = async function* (prefix) {
    for await (const object of app.deps.storage.list(prefix))
      yield { ...object, modifiedAt: new Date(0).toISOString() };
  };
  const deps = { ...app.deps, storage: { ...app.deps.storage, list } };
  const checks = Array.from({ length: 4 }, () => checkFiles(deps));
  const paths = await Promise.all(uploads);
  await Promise.all(checks);
  await checkFiles(deps);
  expect(await storedKeys(app.deps.storage)).toEqual(
    paths.map((path) => path.replace('/objects/', 'documents/')).toSorted(),
  );
});
