import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../platform/db/database.ts';
import { postmasterOf } from '../platform/db/postmaster.ts';
import { withConnection } from './with-connection.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) {
    // Postgres may run as another OS user, with its cluster elsewhere, linked from the data folder.
    const link = await fs.realpath(path.join(folder, 'data', 'postgres')).catch(() => undefined);
    if (link) await fs.rm(path.dirname(link), { recursive: true, force: true });
    await fs.rm(folder, { recursive: true, force: true });
  }
});

it('withConnection stops the embedded Postgres even if the command fails', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-pg-'));
  folders.push(folder);
  const dataDir = path.join(folder, 'data');
  const cluster = path.join(dataDir, 'postgres');
  let wasRunning = false;
  const failing = withConnection({ databaseUrl: undefined, dataDir }, async () => {
    wasRunning = (await postmasterOf(cluster)).isRunning;
    throw new Error('the wrong key');
  });
  await expect(failing).rejects.toThrow('the wrong key');
  expect(wasRunning).toBe(true);
  expect((await postmasterOf(cluster)).isRunning).toBe(false);
});

it('withConnection uses the database of DATABASE_URL', async () => {
  const databaseUrl = 'postgres://localhost/academy';
  const used = await withConnection({ databaseUrl, dataDir: '/nowhere' }, async (connection) => connection);
  expect(used).toEqual({ url: databaseUrl });
});

it('withConnection says why the Postgres of DATABASE_URL cannot be used', async () => {
  const databaseUrl = 'postgres://academy:hush-hush@127.0.0.1:9/academy';
  const failing = withConnection({ databaseUrl, dataDir: '/nowhere' }, async (connection) => {
    const { db, close } = openDatabase(connection, () => undefined);
    try {
      await sql`select 1`.execute(db);
    } finally {
      await close();
    }
  });
  await expect(failing).rejects.toThrow(
    'DATABASE_URL: Postgres cannot be used (connect ECONNREFUSED 127.0.0.1:9).',
  );
});
