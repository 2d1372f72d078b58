import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { auditActions } from '../../testing/rows.ts';
import { filesWith, rowsWith } from '../../testing/search-everything.ts';
import { documentImage, setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { createHandlers } from '../job-handlers.ts';
import { buildExport } from '../profile/privacy/data-export.operations.ts';
import { submitForm } from './testing/applicants.ts';

const numbers = { documentNumber1: 'ZORVEX-11-4455', documentNumber2: 'QUINTAL-77-8899' };
const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
});

test('after the retention period, no image and no complete document number remains, but the decision and its history remain', async () => {
  const user = await app.createUser();
  const images = [await documentImage(), await documentImage()] as const;
  const { id } = await submitForm(app, user, { ...numbers, front: images[0], back: images[1] });
  const uploads = await app.deps.db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', user.userId)
    .execute();
  const application = await app.deps.db
    .selectFrom('kyc_applications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const hashes = uploads.map(({ image_hash }) => image_hash ?? 'none');
  const traces = [
    ...hashes,
    application.document_number_hash1 ?? 'none',
    application.document_number_hash2 ?? 'none',
    application.document_number_sealed1 ?? 'none',
    application.document_number_sealed2 ?? 'none',
  ];
  const retained = await Promise.all(
    uploads.map(async ({ storage_key }) => {
      const file = await app.deps.storage.read(storage_key);
      return file ? buffer(file.body) : Buffer.from('none');
    }),
  );
  // The first bytes of each image, as uploaded and as decrypted by the storage. No stored file may contain them.
  const samples = [...images, ...retained].map((bytes) => bytes.subarray(0, 600));
  const uploadIds = uploads.map(({ id: uploadId }) => uploadId);
  const { dataDir } = app.deps.config;
  expect((await rowsWith(app.deps.db, traces)).length).toBeGreaterThan(2);
  expect(await filesWith(dataDir, uploadIds), 'files named after the uploads').toHaveLength(2);
  expect(await filesWith(dataDir, samples), 'an image in plain text').toEqual([]);
  expect(await rowsWith(app.deps.db, Object.values(numbers)), 'a number in plain text').toEqual([]);

  await app.caller(admin).admin.kyc.setStatus({ id, status: 'approved', adminNotes: 'Welcome' });
  app.clock.advance(31 * dayMs);
  const handlers = createHandlers(app.deps);
  await handlers['erase-documents']();
  expect(await rowsWith(app.deps.db, [...traces, ...Object.values(numbers)])).toEqual([]);
  expect(await filesWith(dataDir, [...uploadIds, ...samples])).toEqual([]);
  for (const { storage_key } of uploads) expect(await app.deps.storage.head(storage_key)).toBeUndefined();

  const view = (await app.caller(admin).admin.kyc.get({ id })).application;
  expect(view).toMatchObject({
    status: 'approved',
    adminNotes: 'Welcome',
    reviewedBy: admin.userId,
    reviewedAt: expect.any(String),
    documentNumber1: '•••• 4455',
    documentNumber2: '•••• 8899',
    documentContentType1: null,
    documentsErasedAt: expect.any(String),
  });
  expect(view.events.map(({ kind, toStatus }) => [kind, toStatus])).toEqual([
    ['submission', 'pending'],
    ['decision', 'approved'],
  ]);
  expect(await auditActions(app, { subject_id: id })).toEqual(
    expect.arrayContaining(['kyc.approved', 'kyc.documents_erased']),
  );
  // A new data export contains no image, either.
  const row = await app.deps.db
    .insertInto('data_exports')
    .values({ user_id: user.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await buildExport(app.deps, row.id);
  const archive = await app.deps.storage.read(`documents/exports/${row.id}`);
  const bytes = archive ? await buffer(archive.body) : Buffer.alloc(0);
  expect(bytes.length).toBeGreaterThan(1_000);
  expect(samples.filter((sample) => bytes.includes(sample))).toEqual([]);
});
