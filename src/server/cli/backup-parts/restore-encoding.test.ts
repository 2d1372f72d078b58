import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { withDatabase } from '../../../testing/postgres-url.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import { contentsOf, diskAt } from './testing/stored-content.ts';

const encryptionKey = 'k'.repeat(43);
const app = setUpTestApp({ env: { ENCRYPTION_KEY: encryptionKey } });

it('rejects a restore into a database whose encoding is not UTF8, before any file is restored', async () => {
  await app.uploadDocument(app.caller(await app.createUser()));
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-restore-'));
  const name = `ascii_restore_${process.pid}`;
  const { pool, now, db, config } = app.deps;
  await sql.raw(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`).execute(db);
  try {
    const folder = path.join(scratch, 'backup');
    const { files } = await takeBackup(
      { pool, now, store: diskAt(path.join(config.dataDir, 'objects')) },
      folder,
    );
    expect(files.count).toBe(1);
    const store = diskAt(path.join(scratch, 'files'));
    const connection = withDatabase(inject('postgres'), name);
    const log = pino({ level: 'silent' });
    const restoring = restoreBackup({ connection, store, encryptionKeys: [encryptionKey], log }, folder);
    await expect(restoring).rejects.toThrow(/SQL_ASCII; the academy needs UTF8/);
    expect(await contentsOf(store)).toEqual(new Map());
  } finally {
    await sql.raw(`drop database ${name}`).execute(db);
    await fs.rm(scratch, { recursive: true, force: true });
  }
});
