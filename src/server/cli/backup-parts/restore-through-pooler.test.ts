import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { databaseUrlOf } from '../../../testing/postgres-url.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { emptyDatabase } from '../../../testing/test-db.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import { contentsOf, diskAt } from './testing/stored-content.ts';

const encryptionKey = randomBytes(32).toString('base64url');
const test = setUpTestApp({ env: { ENCRYPTION_KEY: encryptionKey } });

it('rejects a restore through a connection pooler, and writes nothing', async () => {
  const { pool, storage, config, now } = test.deps;
  const folder = path.join(config.dataDir, 'backup');
  await test.uploadDocument(test.caller(await test.createUser()));
  await takeBackup({ pool, store: storage, now }, folder);
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  const store = diskAt(path.join(config.dataDir, 'restored'));
  const url = new URL(databaseUrlOf(database.connection));
  // Replaces the settings that the pool requests, as if a pooler ignored them.
  url.searchParams.set('options', '-c application_name=pooler');
  const target = { store, encryptionKeys: [encryptionKey], log: pino({ level: 'silent' }) };
  const restore = restoreBackup({ ...target, connection: { url: url.toString() } }, folder);
  await expect(restore).rejects.toThrow('through a connection pooler');
  expect(await contentsOf(store)).toEqual(new Map());
});
