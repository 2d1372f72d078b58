import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { keepRunning } from './keep-running.ts';
import { postmasterOf } from './postmaster.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

function openLog() {
  const messages: string[] = [];
  const record = (...parameters: unknown[]) => void messages.push(String(parameters.at(-1)));
  return { messages, log: { error: record, warn: record } };
}

describe('supervision of the embedded Postgres', () => {
  it('the supervisor restarts Postgres after it was killed, and a pool that was opened before the kill works again', async () => {
    const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-restart-'));
    // The account that runs Postgres must be able to traverse the folder.
    await fs.chmod(dataDir, 0o755);
    cleanups.push(() => fs.rm(dataDir, { recursive: true, force: true }));
    const options = { dataDir, settings: { fsync: 'off' } };
    const postgres = await startEmbeddedPostgres(options);
    cleanups.push(() => postgres.stop());
    const database = openDatabase(postgres.connection, () => undefined);
    cleanups.push(() => database.close());
    await sql`create table numbers (n int)`.execute(database.db);
    await sql`insert into numbers values (7)`.execute(database.db);

    const { messages, log } = openLog();
    const supervisor = keepRunning({
      isRunning: postgres.isRunning,
      start: () => startEmbeddedPostgres(options),
      log,
      pausesMs: { check: 50, maxRestart: 500 },
    });
    cleanups.push(() => supervisor.stop());
    const postmaster = async () => {
      const { pid } = await postmasterOf(path.join(dataDir, 'postgres'));
      // A signal to process 0 would reach the test run itself.
      expect(pid).toBeGreaterThan(0);
      return pid;
    };

    process.kill(await postmaster(), 'SIGKILL');
    const read = () =>
      sql<{ n: number }>`select n from numbers`.execute(database.db).then(({ rows }) => rows);
    await expect.poll(() => read().catch(() => 'away'), { timeout: 45_000 }).toEqual([{ n: 7 }]);
    await expect.poll(() => messages.at(-1)).toBe('the embedded Postgres runs again');

    // A stopped supervisor does not restart Postgres.
    await supervisor.stop();
    process.kill(await postmaster(), 'SIGINT');
    await expect.poll(postgres.isRunning).toBe(false);
    await sleep(300);
    expect(await postgres.isRunning()).toBe(false);
  });

  it('the supervisor tries to start Postgres with growing delays until the start succeeds', async () => {
    const { messages, log } = openLog();
    const attemptTimes: number[] = [];
    let runs = false;
    const supervisor = keepRunning({
      isRunning: async () => runs,
      async start() {
        attemptTimes.push(performance.now());
        if (attemptTimes.length < 6) throw new Error('no space left; private text');
        runs = true;
      },
      log,
      pausesMs: { check: 10, maxRestart: 80 },
    });
    cleanups.push(() => supervisor.stop());
    await expect.poll(() => runs).toBe(true);
    const pauses = attemptTimes.slice(1).map((at, index) => at - (attemptTimes[index] ?? 0));
    for (const [index, least] of [20, 40, 80, 80, 80].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(least - 2);
    }
    expect(messages.join(' ')).not.toContain('private text');
    await sleep(100);
    expect(attemptTimes).toHaveLength(6);
  });
});
