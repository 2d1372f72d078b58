import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { keepRunning } from './keep-running.ts';

const undos: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo();
});

function openLog() {
  const said: string[] = [];
  const say = (...words: unknown[]) => void said.push(String(words.at(-1)));
  return { said, log: { error: say, warn: say } };
}

describe('supervision of the embedded Postgres', () => {
  it('restarts it after a kill, and connections opened before work again', async () => {
    const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-kept-'));
    // The account that runs Postgres must be able to traverse the folder.
    await fs.chmod(dataDir, 0o755);
    undos.push(() => fs.rm(dataDir, { recursive: true, force: true }));
    const options = { dataDir, settings: { fsync: 'off' } };
    const postgres = await startEmbeddedPostgres(options);
    undos.push(() => postgres.stop());
    const database = openDatabase(postgres.connection, () => undefined);
    undos.push(() => database.close());
    await sql`create table kept (n int)`.execute(database.db);
    await sql`insert into kept values (7)`.execute(database.db);

    const { said, log } = openLog();
    const kept = keepRunning({
      isRunning: postgres.isRunning,
      start: () => startEmbeddedPostgres(options),
      log,
      pausesMs: { check: 50, maxRestart: 500 },
    });
    undos.push(() => kept.stop());
    const postmaster = async () =>
      Number((await fs.readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

    process.kill(await postmaster(), 'SIGKILL');
    const read = () => sql<{ n: number }>`select n from kept`.execute(database.db).then(({ rows }) => rows);
    await expect.poll(() => read().catch(() => 'away'), { timeout: 45_000 }).toEqual([{ n: 7 }]);
    await expect.poll(() => said.at(-1)).toBe('the embedded Postgres runs again');

    // Stopped deliberately.
    await kept.stop();
    process.kill(await postmaster(), 'SIGINT');
    await expect.poll(postgres.isRunning).toBe(false);
    await sleep(300);
    expect(await postgres.isRunning()).toBe(false);
  });

  it('retries with growing delays until it can start', async () => {
    const { said, log } = openLog();
    const attemptTimes: number[] = [];
    let runs = false;
    const kept = keepRunning({
      isRunning: async () => runs,
      async start() {
        attemptTimes.push(performance.now());
        if (attemptTimes.length < 6) throw new Error('no room, and the words of a person');
        runs = true;
      },
      log,
      pausesMs: { check: 10, maxRestart: 80 },
    });
    undos.push(() => kept.stop());
    await expect.poll(() => runs).toBe(true);
    const pauses = attemptTimes.slice(1).map((at, index) => at - (attemptTimes[index] ?? 0));
    for (const [index, least] of [20, 40, 80, 80, 80].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(least - 2);
    }
    expect(said.join(' ')).not.toContain('words of a person');
    await sleep(100);
    expect(attemptTimes).toHaveLength(6);
  });
});
