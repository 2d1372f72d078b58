import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endAll, type ServerProcess, startServer } from '../testing/server-process.ts';
import { emptyDatabase } from '../testing/test-db.ts';
import { openDatabase } from './db/database.ts';
import { findDemoMark } from './demo/demo.queries.ts';

let empty: Awaited<ReturnType<typeof emptyDatabase>>;
const servers: ServerProcess[] = [];
/** A crowded machine takes long to start a server. */
const patience = { timeout: 90_000 };

beforeEach(async () => {
  empty = await emptyDatabase();
});
afterEach(async () => {
  await endAll(servers);
  await empty.drop();
});

async function start(options: Parameters<typeof startServer>[1]): Promise<ServerProcess> {
  const server = await startServer(empty.connection, options);
  servers.push(server);
  return server;
}

function readProcess(pid: number | string, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** Also when it is nobody's child any more; one that only waits to be noticed has ended. */
function isRunning(pid: number): boolean {
  return /\) [^Z] /.test(readProcess(pid, 'stat'));
}

/** A process that the server has started with this program. */
async function startedBy(server: ServerProcess, program: string): Promise<number> {
  const find = () =>
    readdirSync('/proc').find(
      (name) =>
        /^\d+$/.test(name) &&
        new RegExp(`\\) [^Z] ${server.child.pid} `).test(readProcess(name, 'stat')) &&
        readProcess(name, 'cmdline').includes(program),
    );
  await expect.poll(find, { ...patience, interval: 5 }).toBeDefined();
  return Number(find());
}

describe('a start that builds the client', () => {
  /** @param build stands in for the build: the text of a module, in its process */
  const startWith = (build: string) => {
    const standIn = `if (process.argv[1]?.endsWith('client/build.ts')) { ${build} }`;
    return start({
      args: ['--build-client'],
      env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(standIn)}` },
    });
  };
  const waitForFlag = `
    const { existsSync } = await import('node:fs');
    const { setTimeout } = await import('node:timers/promises');
    process.once('disconnect', () => process.exit(1));
    while (!existsSync(process.env.DATA_DIR + '/built')) await setTimeout(20);
    process.exit(0);`;

  it('opens when the client is there, and prepares everything else meanwhile', async () => {
    const server = await startWith(waitForFlag);
    await expect.poll(server.output, patience).toContain('database migrated');
    await expect(fetch(`${server.url}/readyz`)).rejects.toThrow('fetch failed');
    await writeFile(path.join(server.dataDir, 'built'), '');
    await server.ready();
  });

  it('ends with what the build says that failed, and not with 0', async () => {
    const server = await startWith(`
      process.stderr.write('no such module: ./app.tsx\\n');
      process.exit(3);`);
    expect((await server.ended).code).toBe(1);
    expect(server.output()).toContain('no such module: ./app.tsx');
    expect(server.output()).toContain('The client could not be built: its build ended with 3.');
  });

  it('takes the build with it when it is stopped', async () => {
    const server = await startWith(waitForFlag);
    const build = await startedBy(server, 'client/build.ts');
    await expect.poll(server.output, patience).toContain('database migrated');
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await expect.poll(() => isRunning(build)).toBe(false);
  });
});

describe('a first start that is stopped', () => {
  it('finishes the demo data, tells the password that is shown once, and leaves no process', async () => {
    const server = await start({ env: { DEMO_DATA: 'true' } });
    const stamping = await startedBy(server, 'pdf-stamp-worker.ts');
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(server.output()).toMatch(/Admin: .*\(shown once\)/);
    expect(server.output()).not.toContain('The academy is open');
    await expect.poll(() => isRunning(stamping)).toBe(false);
    const database = openDatabase(empty.connection, () => undefined);
    expect(await findDemoMark(database.db)).toBe(true);
    await database.close();
  });
});
