import { promises as fs } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openPostgresProxy } from '../../testing/postgres-proxy.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { testConfig } from '../../testing/test-config.ts';
import { cloneDatabase } from '../../testing/test-db.ts';
import { buildApp } from '../app.ts';
import { type CreatedDeps, createDeps } from '../create-deps.ts';

const test = setUpTestApp();

it('health checks respond, and /readyz names each check', async () => {
  expect((await test.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await test.app.inject('/readyz');
  expect(ready.statusCode).toBe(200);
  expect(ready.json().checks).toEqual({ database: 'ok', migrations: 'ok', storage: 'ok' });
});

describe('/readyz', () => {
  it('returns 503 within three seconds when the database hangs, while /healthz stays 200', async () => {
    const cloned = await cloneDatabase();
    const proxy = await openPostgresProxy(cloned.connection);
    let created: CreatedDeps | undefined;
    try {
      created = await createDeps(
        testConfig({ DATA_DIR: `${test.deps.config.dataDir}/hung`, DEMO_DATA: 'false' }),
        {
          connection: proxy.through,
          stripe: { secretKey: 'sk_test_sandbox', webhookSecret: undefined, apiUrl: 'http://127.0.0.1:9' },
          appUrl: () => 'http://localhost:3000',
          log: pino({ level: 'silent' }),
        },
      );
      const { deps, disk, sessionSecrets } = created;
      const app = await buildApp({ deps, disk, sessionSecrets });
      expect((await app.inject('/readyz')).statusCode).toBe(200);
      proxy.set('mute');
      const startedAt = performance.now();
      const [ready, healthy] = await Promise.all([app.inject('/readyz'), app.inject('/healthz')]);
      expect(performance.now() - startedAt).toBeLessThan(3_000);
      expect(healthy.statusCode).toBe(200);
      expect(ready.statusCode).toBe(503);
      expect(ready.json()).toEqual({
        status: 'not ready',
        checks: { database: 'failing', migrations: 'failing', storage: 'ok' },
      });
      // /readyz recovers without a restart.
      proxy.set('open');
      await expect.poll(async () => (await app.inject('/readyz')).statusCode).toBe(200);
      await app.close();
    } finally {
      await created?.close();
      await proxy.close();
      await cloned.drop();
    }
  });

  it('names the database while its connections accept only reads, and replaces these connections', async () => {
    const { db, pool } = test.deps;
    const connections = Array.from({ length: pool.totalCount }, () =>
      sql`set default_transaction_read_only = on`.execute(db),
    );
    await Promise.all(connections);
    const ready = await test.app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json().checks).toEqual({ database: 'failing', migrations: 'ok', storage: 'ok' });
    await expect.poll(async () => (await test.app.inject('/readyz')).statusCode).toBe(200);
  });

  it('names the storage when it is not writable, without revealing its path', async () => {
    const objects = path.join(test.deps.config.dataDir, 'objects');
    expect((await test.app.inject('/readyz')).statusCode).toBe(200);
    // A file replaces the folder, because removing a permission has no effect if the tests run as root.
    await fs.rename(objects, `${objects}-away`);
    await fs.writeFile(objects, '');
    const logged = test.logs.length;
    const ready = await test.app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(test.logs.slice(logged).map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'not ready', failures: { storage: expect.stringContaining('ENOTDIR') } },
    ]);
    expect(ready.json().checks).toEqual({ database: 'ok', migrations: 'ok', storage: 'failing' });
    expect(ready.body).not.toContain(test.deps.config.dataDir);
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
    await fs.rm(objects);
    await fs.rename(`${objects}-away`, objects);
    expect((await test.app.inject('/readyz')).statusCode).toBe(200);
  });

  it.skipIf(process.getuid?.() === 0)('names the storage when it is read-only', async () => {
    const temporary = path.join(test.deps.config.dataDir, 'objects', 'temporary');
    await fs.chmod(temporary, 0o500);
    expect((await test.app.inject('/readyz')).json().checks.storage).toBe('failing');
    await fs.chmod(temporary, 0o700);
  });

  it('reports that migrations are missing', async () => {
    const { rows } = await sql<{ name: string; timestamp: string }>`
      delete from kysely_migration where name = (select max(name) from kysely_migration) returning *`.execute(
      test.deps.db,
    );
    expect((await test.app.inject('/readyz')).json().checks).toMatchObject({
      database: 'ok',
      migrations: 'failing',
    });
    await sql`insert into kysely_migration values (${rows[0]?.name}, ${rows[0]?.timestamp})`.execute(
      test.deps.db,
    );
    expect((await test.app.inject('/readyz')).statusCode).toBe(200);
  });

  it('logs nothing while it succeeds', async () => {
    const before = test.logs.length;
    expect((await test.app.inject('/readyz')).statusCode).toBe(200);
    expect(test.logs.slice(before)).toEqual([]);
  });
});
