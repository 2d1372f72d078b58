import { promises as fs } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { signIn } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import { rotateKeys } from '../cli/key-rotation.operations.ts';
import { sealedColumns } from '../cli/sealed-columns.ts';
import { createHandlers } from '../job-handlers.ts';
import { openSealing } from '../platform/crypto/open-sealing.ts';
import { UnknownKeyError } from '../platform/crypto/sealing.ts';
import { createEncryptedStorage } from '../platform/storage/encrypted-storage.ts';
import { StorageError } from '../platform/storage/storage.ts';
import { documentsPrefix } from '../platform/storage/upload-objects.ts';
import { buildExport } from '../profile/privacy/data-export.operations.ts';
import { removeDocumentIfErased, sweepUploads } from '../uploads/sweep.operations.ts';
import { sealPlaintextNumbers } from './plaintext-numbers.operations.ts';
import { eraseDecidedDocuments } from './retention.operations.ts';
import { submitForm } from './testing/applicants.ts';

const oldKey = 'o'.repeat(32);
const newKey = 'n'.repeat(32);
const numbers = { documentNumber1: 'PASSQ-778899-ZULU', documentNumber2: 'LICQ-665544-YANKEE' };

const app = setUpTestApp({ env: { ENCRYPTION_KEY: oldKey } });
let admin: TestUser;
beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
});

const apply = (user: TestUser, more: Partial<typeof numbers> = {}) =>
  submitForm(app, user, { ...numbers, ...more });

const decide = (id: string, status: 'approved' | 'rejected' | 'requires_review') =>
  app.caller(admin).admin.kyc.setStatus({ id, status });
const viewOf = async (id: string) =>
  (await app.caller(admin).admin.kyc.all({})).find((view) => view.id === id);
const rowOf = (id: string) =>
  app.deps.db.selectFrom('kyc_applications').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** The file of an uploaded document on disk; the store appends `~` to each name. */
const fileOf = (reference: string) =>
  path.join(app.deps.config.dataDir, 'objects/objects/documents', `${reference.replace('/objects/', '')}~`);

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
    app.deps.db,
  );
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: unknown }>`select row_to_json(t) as row from ${sql.raw(name)} t`.execute(
      app.deps.db,
    );
    parts.push(JSON.stringify(rows.rows));
  }
  return parts.join('\n');
}

describe('document numbers at rest', () => {
  test('numbers do not appear in plain text in the database or the log; an admin sees them in full', async () => {
    const student = await app.createUser({ firstName: 'Quillon' });
    const { id } = await apply(student);
    await decide(id, 'requires_review');
    await decide(id, 'approved');
    const everything = await dump();
    // The dump does contain the stored data.
    expect(everything).toContain('Quillon');
    const logs = app.logs.join('\n');
    for (const number of ['PASSQ-778899-ZULU', 'LICQ-665544-YANKEE', 'PASSQ', '778899', 'LICQ', '665544']) {
      expect(everything).not.toContain(number);
      expect(logs).not.toContain(number);
    }
    expect(await rowOf(id)).toMatchObject({ document_number_tail1: 'ZULU', document_number_tail2: 'NKEE' });
    expect(await viewOf(id)).toMatchObject(numbers);
    expect(await app.caller(admin).admin.users.withApplication({ id: student.userId })).toMatchObject(
      numbers,
    );
    expect(JSON.stringify(await app.caller(student).kyc.myApplications())).not.toMatch(/ZULU|NKEE/);
  });

  test('document numbers that differ only in case, spaces and punctuation have the same hash', async () => {
    const one = await rowOf((await apply(await app.createUser(), { documentNumber1: 'X-12 34.ab' })).id);
    const two = await rowOf((await apply(await app.createUser(), { documentNumber1: 'x1234AB' })).id);
    const other = await rowOf((await apply(await app.createUser(), { documentNumber1: 'x1234AC' })).id);
    expect(one.document_number_hash1).toBe(two.document_number_hash1);
    expect(one.document_number_hash1).not.toBe(other.document_number_hash1);
    expect(one.document_number_sealed1).not.toBe(two.document_number_sealed1);
  });

  test('numbers that earlier versions stored in plain text are sealed at start, and only once if two servers start at the same time', async () => {
    const ids = await Promise.all(
      Array.from({ length: 3 }, async () => (await apply(await app.createUser())).id),
    );
    await app.deps.db
      .updateTable('kyc_applications')
      .set({
        document_number1: 'OLD-CLEAR-111',
        document_number2: 'OLD-CLEAR-222',
        document_number_sealed1: null,
        document_number_sealed2: null,
        document_number_hash1: null,
        document_number_hash2: null,
        document_number_tail1: null,
        document_number_tail2: null,
      })
      .where('id', 'in', ids)
      .execute();
    const counts = await Promise.all([sealPlaintextNumbers(app.deps), sealPlaintextNumbers(app.deps)]);
    expect(counts[0] + counts[1]).toBe(3);
    expect(await sealPlaintextNumbers(app.deps)).toBe(0);
    expect(await dump()).not.toContain('OLD-CLEAR');
    for (const id of ids) {
      expect(await viewOf(id)).toMatchObject({
        documentNumber1: 'OLD-CLEAR-111',
        documentNumber2: 'OLD-CLEAR-222',
      });
    }
  });

  test('a sealed number that was copied to another row cannot be decrypted there, and the list of applications still works', async () => {
    const from = await apply(await app.createUser());
    const to = await apply(await app.createUser(), { documentNumber1: 'OTHER-42-TAIL' });
    await app.deps.db
      .updateTable('kyc_applications')
      .set({ document_number_sealed1: (await rowOf(from.id)).document_number_sealed1 })
      .where('id', '=', to.id)
      .execute();
    expect(await viewOf(to.id)).toMatchObject({
      documentNumber1: '•••• TAIL',
      documentNumber2: numbers.documentNumber2,
    });
    expect(app.logs.join('\n')).toContain('integrity: a document number cannot be decrypted');
  });
});

describe('document images at rest', () => {
  test('document images are encrypted on disk; a changed byte causes a logged 500 without any image data', async () => {
    const { front } = await apply(await app.createUser());
    const stored = await fs.readFile(fileOf(front));
    expect(stored.includes(Buffer.from('ffd8ff', 'hex'))).toBe(false);
    const client = await signIn(app.app, admin);
    const whole = await client.request('GET', front);
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'));

    stored[stored.length - 20] = (stored.at(-20) ?? 0) ^ 1;
    await fs.writeFile(fileOf(front), stored);
    const before = app.logs.length;
    const damaged = await client.request('GET', front);
    expect(damaged.statusCode).toBe(500);
    expect(damaged.json()).toMatchObject({ code: 'internal' });
    expect(damaged.rawPayload.includes(Buffer.from('ffd8ff', 'hex'))).toBe(false);
    expect(app.logs.slice(before).join('\n')).toContain('integrity');
  });

  test('a data export names a damaged and a lost image and contains neither; the damaged one must be uploaded again for the next application', async () => {
    const user = await app.createUser({ password: testPassword });
    const caller = app.caller(user);
    const { id, front, back } = await apply(user);
    const stored = await fs.readFile(fileOf(front));
    await fs.writeFile(fileOf(front), stored.subarray(0, -1));
    await fs.rm(fileOf(back));
    const { id: exportId } = await caller.privacy.requestExport({ password: testPassword });
    await buildExport(app.deps, exportId);
    const client = await signIn(app.app, user);
    const files = unzipSync((await client.request('GET', `/api/privacy/exports/${exportId}`)).rawPayload);
    expect(Object.keys(files).filter((name) => name.endsWith('.jpg'))).toEqual([]);
    const page = strFromU8(files['index.html'] ?? new Uint8Array());
    for (const reference of [front, back]) {
      const name = `document-${reference.replace('/objects/', '')}.jpg`;
      expect(page).toContain(`${name} is missing from our store or damaged.`);
    }
    await decide(id, 'rejected');
    await expect(caller.kyc.reuseSide({ side: 'front' })).rejects.toMatchObject({ cause: { code: 'gone' } });
  });

  test('an image whose key is not configured makes a data export fail, because the image is intact', async () => {
    const user = await app.createUser({ password: testPassword });
    await apply(user);
    const { privacy } = app.caller(user);
    const { id } = await privacy.requestExport({ password: testPassword });
    const cause = new UnknownKeyError('A key is not configured.');
    const read = () => Promise.reject(new StorageError('damaged', cause.message, { cause }));
    await buildExport({ ...app.deps, storage: { ...app.deps.storage, read } }, id);
    expect(await privacy.latestExport()).toMatchObject({ id, status: 'failed' });
  });
});

describe('eraseDecidedDocuments', () => {
  test('erases documents after the retention period of the settings', async () => {
    const { id } = await apply(await app.createUser());
    await decide(id, 'approved');
    const erase = createHandlers(app.deps)['erase-documents'];
    const setDays = (value: number) => {
      const confirmedAdmin = { ...admin, confirmedAt: app.deps.now().toISOString() };
      return app.caller(confirmedAdmin).admin.settings.update([{ key: 'documentRetentionDays', value }]);
    };
    await setDays(90);
    app.clock.advance(31 * dayMs);
    await erase();
    expect(await viewOf(id)).toMatchObject({ documentsErasedAt: null });
    await setDays(30);
    await erase();
    expect(await viewOf(id)).toMatchObject({ documentsErasedAt: expect.any(String) });
    app.clock.advance(-31 * dayMs);
  });

  test('erases only documents of applications that were decided or superseded long enough ago', async () => {
    const decided = await app.createUser();
    const first = await apply(decided);
    const superseding = await apply(decided);
    await decide(superseding.id, 'rejected');
    const open = await apply(await app.createUser());
    const review = await apply(await app.createUser());
    await decide(review.id, 'requires_review');
    app.clock.advance(29 * dayMs);
    const recent = await apply(await app.createUser());
    await decide(recent.id, 'approved');
    expect(await eraseDecidedDocuments(app.deps, 30)).toBe(0);
    app.clock.advance(2 * dayMs);
    await eraseDecidedDocuments(app.deps, 30);
    expect(await eraseDecidedDocuments(app.deps, 30)).toBe(0);

    for (const erased of [first, superseding]) {
      expect(await viewOf(erased.id)).toMatchObject({
        documentNumber1: '•••• ZULU',
        documentNumber2: '•••• NKEE',
        documentContentType1: null,
        documentContentType2: null,
        documentsErasedAt: expect.any(String),
      });
      for (const reference of [erased.front, erased.back]) {
        await expect(fs.stat(fileOf(reference))).rejects.toMatchObject({ code: 'ENOENT' });
      }
      const row = await rowOf(erased.id);
      expect(row.document_number_sealed1 ?? row.document_number_hash1).toBeNull();
    }
    expect(await rowOf(superseding.id)).toMatchObject({
      status: 'rejected',
      reviewed_by: admin.userId,
      reviewed_at: expect.any(String),
    });
    for (const retained of [open, review, recent]) {
      expect(await viewOf(retained.id)).toMatchObject({ ...numbers, documentsErasedAt: null });
      await expect(fs.stat(fileOf(retained.front))).resolves.toBeTruthy();
    }
    const client = await signIn(app.app, admin);
    expect((await client.request('GET', first.front)).statusCode).toBe(410);
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'kyc.documents_erased')
      .where('subject_id', 'in', [first.id, superseding.id])
      .execute();
    expect(audit).toEqual([{ actor_id: null }, { actor_id: null }]);
  });

  test('if the store fails to delete a file, the next `sweepUploads` removes it', async () => {
    const { id, front } = await apply(await app.createUser());
    await decide(id, 'rejected');
    app.clock.advance(31 * dayMs);
    const broken = {
      ...app.deps,
      storage: { ...app.deps.storage, remove: () => Promise.reject(new Error('the store is away')) },
    };
    expect(await eraseDecidedDocuments(broken, 30)).toBeGreaterThan(0);
    await expect(fs.stat(fileOf(front))).resolves.toBeTruthy();
    await eraseDecidedDocuments(app.deps, 30);
    await sweepUploads(app.deps);
    await expect(fs.stat(fileOf(front))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('rotateKeys', () => {
  test('`sealedColumns` lists every column with sealed values', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(sealed|encrypted)'`.execute(app.deps.db);
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
      rows.map(({ name }) => name).toSorted(),
    );
  });

  test('rotateKeys encrypts document numbers, images and the hash key with the new key, and reports how many values and images it cannot decrypt', async () => {
    const { id, front } = await apply(await app.createUser());
    const erased = await apply(await app.createUser());
    const damaged = await apply(await app.createUser());
    const hash = (await rowOf(id)).document_number_hash1;
    const bytes = await fs.readFile(fileOf(damaged.front));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await fs.writeFile(fileOf(damaged.front), bytes);
    await app.deps.db
      .updateTable('uploads')
      .set({ status: 'erased', erased_at: new Date() })
      .where('id', '=', erased.front.replace('/objects/', ''))
      .execute();

    const { sealing } = app.deps;
    const both = await openSealing(app.deps.db, [newKey, oldKey]);
    const parts = {
      db: app.deps.db,
      sealing: both,
      storage: createEncryptedStorage(app.disk, both, documentsPrefix),
      columns: sealedColumns,
      prefix: documentsPrefix,
      removeIfErased: (key: string) => removeDocumentIfErased(app.deps, key),
      log: app.deps.log,
    };
    const result = await rotateKeys(parts);
    expect(result.values).toBeGreaterThan(3);
    expect(result.objects).toBeGreaterThan(3);
    expect(result.damaged).toBeGreaterThan(0);
    expect(await rotateKeys(parts)).toEqual({ values: 0, objects: 0, damaged: result.damaged });
    await expect(fs.stat(fileOf(erased.front))).rejects.toMatchObject({ code: 'ENOENT' });

    const only = await openSealing(app.deps.db, [newKey]);
    expect(only.keyedHash('a', 'b')).toBe(sealing.keyedHash('a', 'b'));
    const row = await rowOf(id);
    expect(only.isOutdated(row.document_number_sealed1 ?? '')).toBe(false);
    expect(row.document_number_hash1).toBe(hash);
    const picture = await createEncryptedStorage(app.disk, only, documentsPrefix).head(
      front.replace('/objects/', documentsPrefix),
    );
    expect(picture?.sizeBytes).toBeGreaterThan(0);
    await expect(app.deps.storage.read(front.replace('/objects/', documentsPrefix))).rejects.toMatchObject({
      code: 'damaged',
    });
    expect(sealing.isOutdated(row.document_number_sealed1 ?? '')).toBe(true);
  });
});
