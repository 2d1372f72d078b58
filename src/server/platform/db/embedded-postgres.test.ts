import { spawn } from 'node:child_process';
import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StartupError } from '../startup-error.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const folders: string[] = [];
const running: EmbeddedPostgres[] = [];

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  for (const folder of folders.splice(0)) {
    // Postgres may run as another OS user, with its cluster elsewhere, linked from the data folder.
    const link = await fs.realpath(path.join(folder, 'data', 'postgres')).catch(() => undefined);
    if (link) await fs.rm(path.dirname(link), { recursive: true, force: true });
    await fs.rm(folder, { recursive: true, force: true });
  }
});

async function folder(mode: number): Promise<string> {
  const parent = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-pg-'));
  await fs.chmod(parent, mode);
  folders.push(parent);
  return path.join(parent, 'data');
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  running.push(postgres);
  return postgres;
}

async function query(postgres: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded Postgres', () => {
  it.each([
    ['a world-readable folder', 0o755],
    ['a private folder', 0o700],
  ])('starts in %s', async (_name, mode) => {
    const postgres = await start(await folder(mode));
    expect(postgres.attached).toBe(false);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('names DATA_DIR if it cannot be a folder', async () => {
    const dataDir = await folder(0o755);
    await fs.writeFile(dataDir, 'a file');
    await expect(start(dataDir)).rejects.toThrow(
      new StartupError(`DATA_DIR: the folder ${dataDir} cannot be created or written to (EEXIST).`),
    );
  });

  it('opens no port and requires the password', async () => {
    const postgres = await start(await folder(0o755));
    expect(await query(postgres, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const intruder = new pg.Client({ ...postgres.connection, password: 'guess' });
    await expect(intruder.connect()).rejects.toThrow(/password authentication failed/);
    expect((await fs.stat(postgres.connection.host)).mode & 0o077).toBe(0);
  });

  it('a second start attaches to the running server, and the data is still there after a stop', async () => {
    const dataDir = await folder(0o755);
    const first = await start(dataDir);
    await query(first, 'create table kept (n int); insert into kept values (7)');
    expect((await start(dataDir)).attached).toBe(true);
    await first.stop();
    const again = await start(dataDir);
    expect(again.attached).toBe(false);
    expect(await query(again, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('`stop` sends no signal if Postgres has already been stopped by another server', async () => {
    const dataDir = await folder(0o755);
    const postgres = await start(dataDir);
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    // Postgres removes this file when it stops.
    await fs.rename(pidFile, `${pidFile}.moved`);
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    try {
      await postgres.stop();
      expect(kill).not.toHaveBeenCalled();
    } finally {
      kill.mockRestore();
      await fs.rename(`${pidFile}.moved`, pidFile);
    }
  });

  it('keeps running after kill -9 of the program that started it, and keeps the data after kill -9 of Postgres', async () => {
    const dataDir = await folder(0o755);
    const module = fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url));
    const program = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
      await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }); console.log('up'); setInterval(() => {}, 1000);`;
    const child = spawn('node', ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    const attached = await start(dataDir);
    expect(attached.attached).toBe(true);
    await query(attached, 'create table kept (n int); insert into kept values (8)');

    const pid =
      (await fs.readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0] ?? '';
    process.kill(Number(pid), 'SIGKILL');
    const recovered = await start(dataDir);
    expect(await query(recovered, 'select n from kept')).toEqual([{ n: 8 }]);
  });

  it('runs once after two concurrent starts: the second start attaches to it', async () => {
    const dataDir = await folder(0o755);
    const both = await Promise.all([start(dataDir), start(dataDir)]);
    expect(both.filter((postgres) => postgres.attached)).toHaveLength(1);
  });

  it('rejects data of another major version, with an error that says what to do', async () => {
    const dataDir = await folder(0o755);
    await fs.mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await fs.writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/PostgreSQL 17.*DATABASE_URL/s);
  });
});
