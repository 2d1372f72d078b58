import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { httpClient } from '../../../testing/http-client.ts';
import { databaseUrlOf, withDatabase } from '../../../testing/postgres-url.ts';
import { smallPdf } from '../../../testing/small-pdf.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { testConfig } from '../../../testing/test-config.ts';
import { emptyDatabase } from '../../../testing/test-db.ts';
import type { TestDatabase } from '../../../testing/test-postgres.ts';
import { buildApp } from '../../app.ts';
import { createDeps } from '../../create-deps.ts';
import { seedDemoData } from '../../demo/demo-data.ts';
import { queueEmail } from '../../messages/email/email.operations.ts';
import { buy, createAdmin, createTestProduct } from '../../payments/testing/purchases.ts';
import { type Connection, inTransaction, openDatabase } from '../../platform/db/database.ts';
import { listMigrations, migrateUpTo } from '../../platform/db/migrate.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { startS3Store } from '../../platform/storage/testing/contract-stores.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { readLines, toLines, writePart } from './packed-part.ts';
import { type RestoreTarget, restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import { checksums, contentsOf, diskAt } from './testing/stored-content.ts';

const encryptionKey = randomBytes(32).toString('base64url');
const log = pino({ level: 'silent' });

let test: TestApp;
let scratch: string;
let source: Storage;
let student: TestUser;
let documentPath: string;
let productId: number;
let pdf: Buffer;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-backup-'));
  test = await createTestApp({ stripe: 'sandbox', env: { ENCRYPTION_KEY: encryptionKey } });
  await (await seedDemoData(test.deps)).seedPractice();
  const admin = await createAdmin(test);
  student = await test.createUser({ password: testPassword, firstName: 'Zoë\t\\N\n', lastName: '"Quote"' });
  documentPath = await test.uploadDocument(test.caller(student));
  pdf = await smallPdf('Three-Bet Pots');
  const grant = await test.caller(admin).kyc.requestUpload({
    purpose: 'product',
    contentType: 'application/pdf',
    size: pdf.length,
    filename: 'three-bet.pdf',
  });
  await test.put(grant.uploadURL, pdf, grant.headers);
  const product = await createTestProduct(test, admin, { productNumber: 90, filePath: grant.uploadURL });
  productId = product.id;
  await buy(test, student, product);
  // An upload that was not inspected: unencrypted, and not part of a backup.
  await test.deps.storage.write('quarantine/never-inspected', Buffer.from('clear'), {
    contentType: 'image/png',
  });
  source = diskAt(path.join(test.deps.config.dataDir, 'objects'));
});

afterAll(async () => {
  await test.close();
  for (const database of databases) await database.drop();
  await fs.rm(scratch, { recursive: true, force: true });
});

async function anotherDatabase(): Promise<Connection> {
  const database = await emptyDatabase();
  databases.push(database);
  return database.connection;
}

let folders = 0;
async function backedUp(): Promise<{ folder: string; manifest: Manifest }> {
  folders += 1;
  const folder = path.join(scratch, `backup-${folders}`);
  const manifest = await takeBackup({ pool: test.deps.pool, store: source, now: test.deps.now }, folder);
  return { folder, manifest };
}

async function target(more: Partial<RestoreTarget> = {}): Promise<RestoreTarget> {
  folders += 1;
  const store = diskAt(path.join(scratch, `files-${folders}`));
  return { connection: await anotherDatabase(), store, encryptionKeys: [encryptionKey], log, ...more };
}

const ownDatabase = async (): Promise<Connection> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.deps.db);
  return withDatabase(inject('postgres'), rows[0]?.name ?? '');
};

describe('backup and restore', () => {
  it('restores the academy elsewhere, with its rows, files and identity documents; users can log in and download', async () => {
    const { folder, manifest } = await backedUp();
    expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBeGreaterThan(5);
    const other = await target();
    const result = await restoreBackup(other, folder);
    expect(result).toMatchObject({ migrations: [], files: { present: 0, written: manifest.files.count } });

    // `stripe_event_pulls` differs, because after a restore the academy reads Stripe's events again.
    const tables = manifest.tables.map(({ name }) => name).filter((name) => name !== 'stripe_event_pulls');
    expect(tables).toContain('audit_log');
    expect(await checksums(other.connection, tables)).toEqual(await checksums(await ownDatabase(), tables));
    const files = await contentsOf(source);
    files.delete('quarantine/never-inspected');
    expect(await contentsOf(other.store)).toEqual(files);

    // A server that uses the restored database and files, with the same keys.
    const dataDir = path.join(scratch, 'other-data');
    const created = await createDeps(
      testConfig({
        DATA_DIR: dataDir,
        ENCRYPTION_KEY: encryptionKey,
        DEMO_DATA: 'false',
      }),
      {
        connection: other.connection,
        stripe: { secretKey: 'sk_test_sandbox', webhookSecret: undefined, apiUrl: 'http://127.0.0.1:9' },
        appUrl: () => 'http://localhost:3000',
        log,
      },
    );
    try {
      for (const [key, file] of files) {
        const [type = '', bytes = ''] = file.split(' ');
        if (created.disk) await created.disk.write(key, Buffer.from(bytes, 'base64'), { contentType: type });
      }
      const app = await buildApp({
        deps: created.deps,
        disk: created.disk,
        sessionSecrets: created.sessionSecrets,
      });
      const client = httpClient(app);
      const signIn = { email: student.email, password: testPassword };
      expect((await client.request('POST', '/api/login', signIn)).statusCode).toBe(200);
      expect((await client.request('GET', '/api/user')).json()).toMatchObject({
        firstName: 'Zoë\t\\N\n',
        purchases: ['pdf-90'],
      });
      const download = await client.request('GET', `/api/products/${productId}/download`);
      expect(download.rawPayload.equals(pdf)).toBe(true);
      const image = await client.request('GET', documentPath);
      // By default, students cannot read documents over HTTP. The test reads this one from the storage.
      expect(image.statusCode).toBe(404);
      const key = `documents/${documentPath.replace('/objects/', '')}`;
      const restored = await created.deps.storage.read(key);
      const original = await test.deps.storage.read(key);
      expect(restored && (await buffer(restored.body)).length).toBeGreaterThan(100);
      expect(original && restored?.info.sizeBytes).toBe(original?.info.sizeBytes);
      // The triggers, sequences and foreign keys were restored.
      await expect(sql`update audit_log set action = 'z'`.execute(created.deps.db)).rejects.toThrow(
        /append-only/,
      );
      await sql`insert into audit_log (action, subject_type, subject_id) values ('a', 'b', 'c')`.execute(
        created.deps.db,
      );
      await expect(
        sql`insert into sessions (sid, sess, expire, user_id) values ('s', '{}', now(), gen_random_uuid())`.execute(
          created.deps.db,
        ),
      ).rejects.toMatchObject({ code: '23503' });
      await app.close();
    } finally {
      await created.close();
    }
  });

  it('takes a consistent snapshot while other transactions write', async () => {
    let stop = false;
    let written = 0;
    const writing = (async () => {
      for (let count = 0; !stop; count += 1) {
        await inTransaction(test.deps.db, async (trx) => {
          const { id } = await trx
            .insertInto('users')
            .values({ email: `w${count}@example.test`, password_hash: 'x', first_name: 'A', last_name: 'B' })
            .returning('id')
            .executeTakeFirstOrThrow();
          await sql`insert into sessions (sid, sess, expire, user_id) values (${id}, '{}', now(), ${id})`.execute(
            trx,
          );
        });
        written += 1;
      }
    })();
    await expect.poll(() => written).toBeGreaterThan(0);
    const { folder } = await backedUp();
    stop = true;
    await writing;
    const other = await target();
    // Fails at the foreign key if the snapshot contains a session without its user.
    await restoreBackup(other, folder);
    const database = openDatabase(other.connection, () => undefined);
    const { rows } = await sql<{ people: number; sessions: number }>`
      select (select count(*) from users where email like 'w%@example.test') as people,
        (select count(*) from sessions where sess = '{}') as sessions`.execute(database.db);
    await database.close();
    expect(rows[0]?.people).toBeGreaterThan(0);
    expect(rows[0]?.people).toBe(rows[0]?.sessions);
  });

  it('restores queued emails, even if the first attempt at the restore failed while it filled the job queue', async () => {
    const email = { kind: 'test', userId: null, to: 'a@example.test', subject: 'S', text: 'T' };
    await inTransaction(test.deps.db, (trx) =>
      queueEmail(test.deps, trx, { ...email, dedupeKey: 'backup-test' }, 3_600),
    );
    const { folder, manifest } = await backedUp();
    const other = await target();
    await (await openJobs(other.connection, log)).stop();
    const database = openDatabase(other.connection, () => undefined);
    await sql`create function pgboss.fail() returns trigger language plpgsql
      as $$ begin raise exception 'the queue is down'; end $$`.execute(database.db);
    await sql`create trigger fail before insert on pgboss.job for each row when (new.name = 'send-mail')
      execute function pgboss.fail()`.execute(database.db);
    await expect(restoreBackup(other, folder)).rejects.toThrow('the queue is down');
    await sql`drop function pgboss.fail() cascade`.execute(database.db);
    expect(await restoreBackup(other, folder)).toMatchObject({ jobs: manifest.jobs.count });
    const { rows } = await sql<{ waits: boolean }>`
      select job.start_after > now() + interval '30 minutes' as waits
      from pgboss.job join mail_messages mail on mail.id::text = job.data ->> 'mailId'
      where job.name = 'send-mail' and mail.dedupe_key = 'backup-test'`.execute(database.db);
    await database.close();
    expect(rows).toEqual([{ waits: true }]);
  });

  it('skips jobs that only earlier versions of the academy ran, and reports a job of an unknown kind before any file is restored', async () => {
    const { folder, manifest } = await backedUp();
    const other = await target();
    const restoreWith = async (name: string) => {
      const job = { name, data: {}, startAfter: manifest.takenAt };
      const jobs = { count: 1, ...(await writePart(folder, manifest.jobs.file, toLines([job]))) };
      await fs.writeFile(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, jobs }));
      return restoreBackup(other, folder);
    };
    await expect(restoreWith('send-pigeon')).rejects.toThrow('does not know: send-pigeon');
    expect((await contentsOf(other.store)).size).toBe(0);
    expect(await restoreWith('set-price-back')).toMatchObject({ jobs: 0 });
  });

  it('rejects a restore into a database that is not empty, and writes nothing', async () => {
    const { folder } = await backedUp();
    const other = await target();
    await restoreBackup(other, folder);
    const tables = ['users', 'purchases', 'audit_log'];
    const before = await checksums(other.connection, tables);
    await expect(restoreBackup(other, folder)).rejects.toThrow(/not empty.*DATABASE_URL/s);
    expect(await checksums(other.connection, tables)).toEqual(before);
  });

  it('rejects a restore through a connection pooler', async () => {
    const { folder } = await backedUp();
    const url = new URL(databaseUrlOf(await anotherDatabase()));
    // Replaces the settings that the pool requests, as if a pooler ignored them.
    url.searchParams.set('options', '-c application_name=pooler');
    const other = await target({ connection: { url: url.toString() } });
    await expect(restoreBackup(other, folder)).rejects.toThrow('through a connection pooler');
  });

  it('reports a missing encryption key before any file is restored', async () => {
    const { folder } = await backedUp();
    const other = await target({ encryptionKeys: [randomBytes(32).toString('base64url')] });
    const restored = restoreBackup(other, folder);
    await expect(restored).rejects.toThrow(/ENCRYPTION_KEY is not the one.*Needed: [0-9a-f]{12}/s);
    expect(await contentsOf(other.store)).toEqual(new Map());
  });

  it.each([
    ['a table', 'users.copy.gz'],
    ['the list of files', 'files.jsonl.gz'],
  ])('detects that %s is damaged or missing', async (_name, file) => {
    const { folder } = await backedUp();
    const bytes = await fs.readFile(path.join(folder, file));
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
    await fs.writeFile(path.join(folder, file), bytes);
    await expect(restoreBackup(await target(), folder)).rejects.toThrow(`damaged: ${file}`);
    await fs.rm(path.join(folder, file));
    await expect(restoreBackup(await target(), folder)).rejects.toThrow(`${file} is missing`);
  });

  it('reports a damaged or missing file; after the file is repaired, a restore skips the files that were already restored', async () => {
    const { folder, manifest } = await backedUp();
    const copies = diskAt(path.join(folder, 'files'));
    const lines = await Array.fromAsync(readLines(folder, manifest.files));
    const { key } = lines.at(-1) as { key: string };
    const stored = await copies.read(key);
    const bytes = await buffer(stored?.body ?? Readable.from([]));
    const other = await target();
    await copies.write(key, Buffer.concat([bytes.subarray(1), Buffer.from('x')]), {
      contentType: 'application/pdf',
    });
    await expect(restoreBackup(other, folder)).rejects.toThrow(`the file ${key} is not what was written`);
    expect(await other.store.head(key)).toBeUndefined();
    await copies.remove(key);
    await expect(restoreBackup(other, folder)).rejects.toThrow(`the file ${key} is missing`);
    await copies.write(key, bytes, { contentType: stored?.info.contentType ?? '' });
    const { files } = await restoreBackup(other, folder);
    expect(files.written + files.present).toBe(manifest.files.count);
    expect(files.present).toBeGreaterThan(0);
  });

  it('rejects a backup into a folder that has a backup or other files, and a restore from a folder without a manifest', async () => {
    const { folder } = await backedUp();
    const again = takeBackup({ pool: test.deps.pool, store: source, now: test.deps.now }, folder);
    await expect(again).rejects.toThrow(/contains a complete backup already/);
    const foreign = await fs.mkdtemp(path.join(scratch, 'foreign-'));
    await fs.writeFile(path.join(foreign, 'letter.txt'), 'mine');
    const mixed = takeBackup({ pool: test.deps.pool, store: source, now: test.deps.now }, foreign);
    await expect(mixed).rejects.toThrow(/other files \(letter.txt\)/);
    await expect(restoreBackup(await target(), foreign)).rejects.toThrow(/no complete backup/);
    expect((await fs.stat(path.join(folder, 'users.copy.gz'))).mode & 0o077).toBe(0);
    expect((await fs.stat(folder)).mode & 0o077).toBe(0);
  });

  it('resumes an interrupted backup without reading again the files that were already copied', async () => {
    folders += 1;
    const folder = path.join(scratch, `cut-${folders}`);
    const reads: string[] = [];
    let remaining = 3;
    const cutOff: Storage = {
      ...source,
      async read(key, range) {
        if (remaining === 0) throw new Error('the line broke');
        remaining -= 1;
        return source.read(key, range);
      },
    };
    const common = { pool: test.deps.pool, now: test.deps.now };
    await expect(takeBackup({ ...common, store: cutOff }, folder)).rejects.toThrow('the line broke');
    await expect(readManifest(folder)).rejects.toThrow(/interrupted/);
    // A full disk can cut off the last line of the progress file. The next line must not continue it.
    await fs.appendFile(path.join(folder, 'files.part.jsonl'), '{"key":"documents/cu');
    remaining = 1;
    await expect(takeBackup({ ...common, store: cutOff }, folder)).rejects.toThrow('the line broke');
    const watching: Storage = {
      ...source,
      async read(key, range) {
        reads.push(key);
        return source.read(key, range);
      },
    };
    const { files } = await takeBackup({ ...common, store: watching }, folder);
    expect(reads).toHaveLength(files.count - 4);
    await restoreBackup(await target(), folder);
  });

  it('restores a backup of an earlier version and migrates it, and rejects a backup of a newer version', async () => {
    const { folder, manifest } = await backedUp();
    const { known } = await listMigrations(test.deps.db);
    // An academy of the previous version with one user.
    const before = known.slice(0, -1);
    const old = openDatabase(await anotherDatabase(), () => undefined);
    await migrateUpTo(old.db, before.at(-1) ?? '');
    await sql`insert into users (email, password_hash, first_name, last_name) values ('old@example.test', 'x', 'A', 'B')`.execute(
      old.db,
    );
    folders += 1;
    const oldFolder = path.join(scratch, `old-${folders}`);
    const store = diskAt(path.join(scratch, 'nothing'));
    await takeBackup({ pool: old.pool, store, now: test.deps.now }, oldFolder);
    await old.close();
    const other = await target({ encryptionKeys: [] });
    expect(await restoreBackup(other, oldFolder)).toMatchObject({
      migrations: known.slice(-1),
      rows: expect.any(Number),
    });
    const newer = { ...manifest, migrations: [...manifest.migrations, '2099-01-01T0000-later'] };
    await fs.writeFile(path.join(folder, 'manifest.json'), JSON.stringify(newer));
    const restored = restoreBackup(await target(), folder);
    await expect(restored).rejects.toThrow(/newer version.*2099-01-01T0000-later/);
  });

  it('moves an academy from disk to S3 and back', async () => {
    const s3 = await startS3Store();
    try {
      const { folder } = await backedUp();
      await restoreBackup(await target({ store: s3.storage }), folder);
      const files = await contentsOf(source);
      files.delete('quarantine/never-inspected');
      expect(await contentsOf(s3.storage)).toEqual(files);
      folders += 1;
      const second = path.join(scratch, `s3-${folders}`);
      await takeBackup({ pool: test.deps.pool, store: s3.storage, now: test.deps.now }, second);
      const other = await target();
      await restoreBackup(other, second);
      expect(await contentsOf(other.store)).toEqual(files);
    } finally {
      await s3.stop();
    }
  });
});
