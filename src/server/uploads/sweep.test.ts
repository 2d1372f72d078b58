import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { createTestApp, documentImage, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { RequestMetadata } from '../actor.ts';
import { inTransaction } from '../platform/db/database.ts';
import { StorageError } from '../platform/storage/storage.ts';
import { sweepUploads } from './sweep.operations.ts';
import { idOf, storedKeys } from './testing/sent-uploads.ts';
import { claimUploads, requestUpload, secureDocument } from './uploads.operations.ts';

const metadata: RequestMetadata = { ip: '203.0.113.7', requestId: 'sweep-test', userAgent: null };

let app: TestApp;
let student: TestUser;

beforeEach(async () => {
  app = await createTestApp();
  student = await app.createUser();
});
afterEach(() => app.close());

/** `sent`: the file is in quarantine. `secured`: it is inspected and stored. `claimed`: an application uses it. */
async function upload(until: 'sent' | 'secured' | 'claimed') {
  const uploader = { actor: student, ticket: null };
  const { grant } = await requestUpload(app.deps, uploader, {}, metadata);
  const bytes = await documentImage();
  expect(await app.put(grant.uploadURL, bytes, grant.headers)).toBe(200);
  const id = idOf(grant.uploadURL);
  if (until !== 'sent') await secureDocument(app.deps, uploader, grant.uploadURL);
  if (until === 'claimed') {
    await inTransaction(app.deps.db, (trx) =>
      claimUploads(trx, uploader, [id], student.userId, app.deps.now()),
    );
  }
  return { id, grant, bytes };
}

const objects = () => storedKeys(app.deps.storage);

async function statuses(): Promise<Record<string, string>> {
  const rows = await app.deps.db.selectFrom('uploads').select(['id', 'status']).execute();
  return Object.fromEntries(rows.map((row) => [row.id, row.status]));
}

test('the sweep erases uploads that were not claimed within a day, and nothing else', async () => {
  const sent = await upload('sent');
  const secured = await upload('secured');
  const claimed = await upload('claimed');
  app.clock.advance(dayMs - 60_000);
  expect(await sweepUploads(app.deps)).toEqual({ erased: 0, removed: 0, strays: 0, failed: 0 });
  const fresh = await upload('secured');

  app.clock.advance(120_000);
  expect(await sweepUploads(app.deps)).toEqual({ erased: 2, removed: 2, strays: 0, failed: 0 });
  expect(await objects()).toEqual([`documents/${claimed.id}`, `documents/${fresh.id}`].sort());
  expect(await statuses()).toEqual({
    [sent.id]: 'erased',
    [secured.id]: 'erased',
    [claimed.id]: 'claimed',
    [fresh.id]: 'secured',
  });
  expect(await sweepUploads(app.deps)).toEqual({ erased: 0, removed: 0, strays: 0, failed: 0 });
});

test('the sweep keeps unclaimed uploads for the number of hours in the settings', async () => {
  const admin = app.caller(await app.createUser({ role: 'admin' })).admin.settings;
  await expect(admin.update([{ key: 'unclaimedUploadHours', value: 1 }])).rejects.toThrow('from 2 to 720');
  await admin.update([{ key: 'unclaimedUploadHours', value: 2 }]);
  await upload('secured');
  app.clock.advance(2 * hourMs - 60_000);
  expect(await sweepUploads(app.deps)).toMatchObject({ erased: 0 });
  app.clock.advance(120_000);
  expect(await sweepUploads(app.deps)).toMatchObject({ erased: 1, removed: 1 });
});

test('a video that is being sent is kept for a day, even if other uploads are kept for two hours', async () => {
  const admin = app.caller(await app.createUser({ role: 'admin' })).admin;
  await admin.settings.update([{ key: 'unclaimedUploadHours', value: 2 }]);
  const video = {
    filename: 'a.mp4',
    contentType: 'video/mp4',
    size: 6_000_000,
    fingerprint: 'a'.repeat(64),
  } as const;
  const { uploadId } = await admin.uploads.createMultipart(video);
  const status = async () => (await statuses())[uploadId];
  app.clock.advance(24 * hourMs - 60_000);
  await sweepUploads(app.deps);
  expect(await status()).toBe('issued');
  app.clock.advance(120_000);
  await sweepUploads(app.deps);
  expect(await status()).toBe('erased');
});

test('the name of a file of evidence, which may name a student, is erased with the file', async () => {
  const admin = app.caller(await app.createUser({ role: 'admin' }));
  await admin.kyc.requestUpload({ purpose: 'dispute_evidence', filename: 'Chat with Dana Whitfield.pdf' });
  const names = () => app.deps.db.selectFrom('uploads').select('filename').execute();
  expect(await names()).toEqual([{ filename: 'Chat with Dana Whitfield.pdf' }]);
  app.clock.advance(dayMs + 1_000);
  await sweepUploads(app.deps);
  expect(await names()).toEqual([{ filename: null }]);
});

test('the sweep removes the file of an erased upload, even if a crashed request wrote the file', async () => {
  const { id } = await upload('sent');
  // Written by a request that crashed before it marked the row as secured.
  await app.deps.storage.write(`documents/${id}`, Buffer.from('x'), { contentType: 'image/jpeg' });
  await app.deps.db
    .updateTable('uploads')
    .set({ status: 'erased', erased_at: app.deps.now() })
    .where('id', '=', id)
    .execute();
  expect(await sweepUploads(app.deps)).toEqual({ erased: 0, removed: 1, strays: 0, failed: 0 });
  expect(await objects()).toEqual([]);
});

test('an object that cannot be removed does not block the others, and the next sweep removes it', async () => {
  const stuck = await upload('secured');
  await upload('secured');
  app.clock.advance(dayMs + 1_000);
  const { storage } = app.deps;
  const failing = {
    ...app.deps,
    storage: {
      ...storage,
      async remove(key: string) {
        if (key.endsWith(stuck.id)) throw new StorageError('unavailable', 'refused');
        await storage.remove(key);
      },
    },
  };
  expect(await sweepUploads(failing)).toEqual({ erased: 2, removed: 1, strays: 0, failed: 1 });
  expect(await objects()).toEqual([`documents/${stuck.id}`]);
  expect(await sweepUploads(app.deps)).toEqual({ erased: 0, removed: 1, strays: 0, failed: 0 });
  expect(await objects()).toEqual([]);
});

test('the sweep removes a file sent again after its upload was secured, but not the file of an unsecured upload', async () => {
  const claimed = await upload('claimed');
  expect(await app.put(claimed.grant.uploadURL, claimed.bytes, claimed.grant.headers)).toBe(200);
  const waiting = await upload('sent');
  // An object without a row is removed only when it is old.
  await app.deps.storage.write('quarantine/no-row', Buffer.from('x'), { contentType: 'image/jpeg' });
  expect(await sweepUploads(app.deps)).toMatchObject({ strays: 1 });
  expect(await objects()).toEqual(
    [`documents/${claimed.id}`, 'quarantine/no-row', `quarantine/${waiting.id}`].sort(),
  );
  app.clock.advance(dayMs + 1_000);
  expect(await sweepUploads(app.deps)).toMatchObject({ erased: 1, removed: 1, strays: 1 });
  expect(await objects()).toEqual([`documents/${claimed.id}`]);
});

test('an upload is either claimed or swept, never both', async () => {
  const rows = [];
  for (let count = 0; count < 10; count += 1) rows.push(await upload('secured'));
  app.clock.advance(dayMs + 1_000);
  const uploader = { actor: student, ticket: null };
  const [swept, ...claims] = await Promise.allSettled([
    sweepUploads(app.deps),
    ...rows.map(({ id }) =>
      inTransaction(app.deps.db, (trx) => claimUploads(trx, uploader, [id], student.userId, app.deps.now())),
    ),
  ]);
  expect(swept.status).toBe('fulfilled');
  const claimedIds = rows.filter((_row, index) => claims[index]?.status === 'fulfilled').map(({ id }) => id);
  const after = await statuses();
  for (const { id } of rows) expect(after[id]).toBe(claimedIds.includes(id) ? 'claimed' : 'erased');
  expect(await objects()).toEqual(claimedIds.map((id) => `documents/${id}`).sort());
});
