import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseUrlOf } from '../../testing/postgres-url.ts';
import { endAll, type ServerProcess, startServer } from '../../testing/server-process.ts';
import { root } from '../../testing/sources.ts';
import { cloneDatabase, emptyDatabase } from '../../testing/test-db.ts';
import { findDemoMark } from '../demo/demo.queries.ts';
import { openSealing } from '../platform/crypto/open-sealing.ts';
import { type Connection, openDatabase } from '../platform/db/database.ts';
import { listMigrations } from '../platform/db/migrate.ts';

let empty: Awaited<ReturnType<typeof emptyDatabase>>;
const servers: ServerProcess[] = [];
/** Starting a server takes a long time on a busy machine. */
const slowStart = { timeout: 90_000 };

beforeEach(async () => {
  empty = await emptyDatabase();
});
afterEach(async () => {
  await endAll(servers);
  await empty.drop();
});

async function start(
  options: Parameters<typeof startServer>[1],
  connection = empty.connection,
): Promise<ServerProcess> {
  const server = await startServer(connection, options);
  servers.push(server);
  return server;
}

function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** Whether the process runs, even as an orphan; a zombie counts as ended. */
function isRunning(pid: number): boolean {
  return /\) [^Z] /.test(readProcess(pid, 'stat'));
}

/** The PID of the server's child process that runs `program`. */
async function startedBy({ child }: ServerProcess, program: string): Promise<number> {
  const find = () =>
    readProcess(`${child.pid}`, `task/${child.pid}/children`)
      .split(' ')
      .find((pid) => readProcess(pid, 'cmdline').includes(program));
  await expect.poll(find, { ...slowStart, interval: 5 }).toBeDefined();
  return Number(find());
}

describe('a start that builds the client', () => {
  /** @param build - source of a module that replaces the build, in its own process */
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

  it('opens the academy only after the client is built, and prepares everything else during the build', async () => {
    const server = await startWith(waitForFlag);
    await expect.poll(server.output, slowStart).toContain('database migrated');
    await expect(fetch(`${server.url}/readyz`)).rejects.toThrow('fetch failed');
    await writeFile(path.join(server.dataDir, 'built'), '');
    await server.ready();
  });

  it("fails with the build's error message and a nonzero status", async () => {
    const server = await startWith(`
      process.stderr.write('no such module: ./app.tsx\\n');
      process.exit(3);`);
    expect((await server.ended).code).toBe(1);
    expect(server.output()).toContain('no such module: ./app.tsx');
    expect(server.output()).toContain('The client could not be built: its build ended with 3.');
  });

  it('ends the build if the start is stopped', async () => {
    const server = await startWith(waitForFlag);
    const build = await startedBy(server, 'client/build.ts');
    await expect.poll(server.output, slowStart).toContain('database migrated');
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await expect.poll(() => isRunning(build)).toBe(false);
  });
});

/** Checks that the start exits with status 1. @returns its complete output */
async function failedStart(
  connection: Connection,
  options: Parameters<typeof startServer>[1],
): Promise<string> {
  const server = await startServer(connection, options);
  servers.push(server);
  expect((await server.ended).code).toBe(1);
  return server.output().trim();
}

describe('a start that cannot succeed', () => {
  it('names PORT if the port is taken, before it connects to the database', async () => {
    const other = createServer().listen(0, 'localhost');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      expect(await failedStart(empty.connection, { env: { PORT: String(port) } })).toBe(
        `Port ${port} is taken. Stop the other program, or set PORT to a free one.`,
      );
      expect(await failedStart(empty.connection, { env: { METRICS_PORT: String(port) } })).toBe(
        `Port ${port} is taken. Stop the other program, or set METRICS_PORT to a free one.`,
      );
    } finally {
      other.close();
    }
    const database = openDatabase(empty.connection, () => undefined);
    expect((await listMigrations(database.db)).executed).toEqual([]);
    await database.close();
  });

  it('names ENCRYPTION_KEY if the database was encrypted with another key', async () => {
    const database = await cloneDatabase();
    const opened = openDatabase(database.connection, () => undefined);
    try {
      await openSealing(opened.db, ['the key that was in use '.repeat(2)]);
      const output = await failedStart(database.connection, {});
      expect(output).toMatch(
        /^ENCRYPTION_KEY is not the one that this database was encrypted with\. .*Needed: [0-9a-f]{12}; configured: [0-9a-f]{12}\.$/,
      );
    } finally {
      await opened.close();
      await database.drop();
    }
  });

  it('names DATABASE_URL if nothing responds at that URL', async () => {
    const output = await failedStart(empty.connection, {
      env: { DATABASE_URL: 'postgres://academy:hush-hush@127.0.0.1:9/academy' },
    });
    expect(output).toMatch(/^DATABASE_URL: Postgres cannot be used \(.*ECONNREFUSED.*\)\.$/);
    expect(output).not.toContain('hush-hush');
  });

  it('names DATABASE_URL if the role may not create tables', async () => {
    const admin = openDatabase(empty.connection, () => undefined);
    const role = `guest_${process.pid}`;
    await sql.raw(`create role ${role} login password 'guest'`).execute(admin.db);
    try {
      const url = new URL(databaseUrlOf(empty.connection));
      url.username = role;
      url.password = 'guest';
      const output = await failedStart(empty.connection, { env: { DATABASE_URL: url.href } });
      expect(output).toBe('DATABASE_URL: Postgres cannot be used (permission denied for schema public).');
    } finally {
      await sql.raw(`drop role ${role}`).execute(admin.db);
      await admin.close();
    }
  });

  it('names each missing variable', async () => {
    const output = await failedStart(empty.connection, { env: { NODE_ENV: 'production' } });
    for (const name of ['APP_URL', 'STRIPE_SECRET_KEY', 'SMTP_URL']) {
      expect(output).toContain(`- ${name} must be set in production`);
    }
    expect(output).not.toMatch(/^\s+at /m);
  });
});

it('the server warns in production if it uses the embedded Postgres', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-old-'));
  // If root runs the test, Postgres runs as another OS user, who needs access to this folder to keep its cluster here.
  await chmod(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  // A data folder of PostgreSQL 17 makes the start fail after the warning. Killing the server instead would leave an
  // `initdb` running.
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
  await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  try {
    const output = await failedStart(empty.connection, {
      env: {
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        DEMO_DATA: '',
        RATE_LIMIT_FACTOR: '1',
        APP_URL: 'https://academy.test',
        SESSION_SECRET: 'session '.repeat(5),
        ENCRYPTION_KEY: 'encryption '.repeat(4),
        STRIPE_SECRET_KEY: 'sk_test_unused',
        STRIPE_WEBHOOK_SECRET: 'whsec_unused_and_nothing_else',
        STRIPE_API_URL: 'http://127.0.0.1:9',
        ALLOW_TEST_PAYMENTS: 'true',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'hello@academy.test',
      },
    });
    expect(output).toContain('DATABASE_URL is not set: the embedded Postgres is used');
    expect(output).toContain('was created by PostgreSQL 17');
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('a start without demo data', () => {
  it('says how to create an admin until an admin can log in, and no later start creates demo data or another admin', async () => {
    const advice = 'No admin can log in: run `ADMIN_EMAIL=… ADMIN_PASSWORD=… npm run admin:create`';
    const first = await start({ env: { DEMO_DATA: 'false' } });
    await expect.poll(first.output, slowStart).toContain(advice);
    await endAll(servers);
    const ADMIN_EMAIL = 'owner@academy.test';
    const second = await start({
      env: { DEMO_DATA: 'false', ADMIN_EMAIL, ADMIN_PASSWORD: 'owner of the academy' },
    });
    await expect.poll(second.output, slowStart).toContain('The academy is open at');
    expect(second.output()).not.toContain(advice);
    await endAll(servers);
    // A later start creates no demo data, because the owner may have entered data of their own, and no further admin.
    const another = { ADMIN_EMAIL: 'another@academy.test', ADMIN_PASSWORD: 'another of the academy' };
    const third = await start({ env: { DEMO_DATA: 'true', ...another } });
    await expect.poll(third.output, slowStart).toContain('The academy is open at');
    expect(third.output()).not.toContain('Demo student');
    expect(third.output()).toContain('no demo data is created');
    const database = openDatabase(empty.connection, () => undefined);
    const users = await database.db.selectFrom('users').select('email').execute();
    await database.close();
    expect(users).toEqual([{ email: ADMIN_EMAIL }]);
  });
});

describe('npm start', () => {
  it('passes SIGTERM on to the server', async () => {
    const standIn = `if (process.argv[1]?.endsWith('server/main.ts')) {
      console.log('running as ' + process.pid);
      await new Promise(() => setInterval(() => {}, 1000));
    }`;
    const { HOME, PATH } = process.env;
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { HOME, PATH, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(standIn)}` },
    });
    let output = '';
    npm.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const findPid = () => /running as (\d+)/.exec(output)?.[1];
    await expect.poll(findPid, slowStart).toBeDefined();
    const pid = Number(findPid());
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    try {
      await ended;
      await expect.poll(() => isRunning(pid)).toBe(false);
    } finally {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
  });
});

describe('two academies on one machine', () => {
  it('each have their own payment sandbox, and print its URL', async () => {
    const database = await cloneDatabase();
    const [first, second] = [await start({}, database.connection), await start({}, database.connection)];
    await Promise.all([first.ready(), second.ready()]);
    const sandboxOf = ({ output }: ServerProcess) =>
      /payment sandbox is at (http:\/\/\S+)\/sandbox/.exec(output())?.[1];
    await expect.poll(() => sandboxOf(first), slowStart).toBeDefined();
    await expect.poll(() => sandboxOf(second), slowStart).toBeDefined();
    expect(sandboxOf(second)).not.toBe(sandboxOf(first));
    // The sandbox must not occupy the port after that of its academy, which a second academy is likely to use.
    expect(new URL(sandboxOf(first) ?? '').port).not.toBe(String(first.port + 1));
    await endAll(servers);
    await database.drop();
  });
});

describe('a first start that is stopped', () => {
  it('prints the generated password, leaves no process running, and does not mark the missing booklets as created', async () => {
    const server = await start({ env: { DEMO_DATA: 'true' } });
    const stamping = await startedBy(server, 'stamp-worker.ts');
    server.child.kill('SIGTERM');
    const { code } = await server.ended;
    expect(code, server.output()).toBe(0);
    expect(server.output()).toMatch(/Admin: .*\(shown once\)/);
    await expect.poll(() => isRunning(stamping)).toBe(false);
    const database = openDatabase(empty.connection, () => undefined);
    expect(await findDemoMark(database.db, 'demo_data_seeded')).toBe(true);
    expect(await findDemoMark(database.db, 'demo_booklets_seeded')).toBe(false);
    await database.close();
  });
});
