import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { databaseUrlOf, withDatabase } from '../../testing/postgres-url.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();

it('the System page shows the last complete backup, but not one that failed', async () => {
  const admin = await test.createUser({ role: 'admin' });
  const { dataDir } = test.deps.config;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.deps.db);
  const backUp = () =>
    promisify(execFile)(
      process.execPath,
      [path.join(import.meta.dirname, 'backup.ts'), path.join(dataDir, 'backup')],
      {
        cwd: dataDir,
        env: {
          PATH: process.env.PATH,
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrlOf(withDatabase(inject('postgres'), rows[0]?.name ?? '')),
        },
      },
    );
  const status = () => test.caller(admin).admin.system.status();
  expect((await status()).lastBackupAt).toBeNull();
  const startedAt = new Date().toISOString();
  await backUp();
  const { lastBackupAt } = await status();
  expect(lastBackupAt && lastBackupAt >= startedAt).toBe(true);
  await expect(backUp()).rejects.toThrow('contains a complete backup already');
  expect((await status()).lastBackupAt).toBe(lastBackupAt);
});
