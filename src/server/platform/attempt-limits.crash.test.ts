import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createAttemptLimits, type LimitName } from './attempt-limits.ts';
import { openDatabase } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { migrateDatabase } from './db/migrate.ts';
import { postmasterOf } from './db/postmaster.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

it('limits on codes and reset links survive a crash of Postgres', async () => {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-limits-'));
  // The account that runs Postgres must be able to traverse the folder.
  await fs.chmod(dataDir, 0o755);
  cleanups.push(() => fs.rm(dataDir, { recursive: true, force: true }));
  const start = () => startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  const postgres = await start();
  cleanups.push(() => postgres.stop());
  await migrateDatabase(postgres.connection, { warn() {} });
  const database = openDatabase(postgres.connection, () => undefined);
  cleanups.push(() => database.close());
  const limits = createAttemptLimits(database.pool, 1, () => undefined);
  // The number of attempts that each limit allows.
  const durableLimits = {
    secondStepPerAccountAndAddress: 10,
    secondStepPerAccount: 60,
    secondStepPerKnownDevice: 10,
    codePerAccount: 10,
    passwordResetPerAddress: 20,
    passwordResetPerAccount: 5,
  } satisfies Partial<Record<LimitName, number>>;
  const names = Object.keys(durableLimits) as (keyof typeof durableLimits)[];
  for (const name of names) {
    for (let attempt = 0; attempt < durableLimits[name]; attempt += 1) await limits.count(name, 'somebody');
  }

  const cluster = path.join(dataDir, 'postgres');
  process.kill((await postmasterOf(cluster)).pid, 'SIGKILL');
  await expect.poll(() => postgres.isRunning()).toBe(false);
  await start();
  for (const name of names) {
    const again = limits.count(name, 'somebody');
    await expect(again, name).rejects.toMatchObject({ code: 'too_many_attempts' });
  }
});
