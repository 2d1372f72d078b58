import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { databaseUrlOf } from '../postgres-url.ts';
import { isReady } from '../server-ready.ts';
import { cloneDatabase, type TestDatabase, type TestServer } from '../test-postgres.ts';

export const admin = { email: 'owner@academy.test', password: 'owner of the academy' };

export type Academy = {
  url: string;
  dataDir: string;
  pid: () => number;
  /** Sends the signal and waits until the server has exited. @returns its exit code; null if the signal ended it */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  start(): Promise<void>;
  output: () => string;
  remove(): Promise<void>;
};

/** The academy after its first start. Specs clone this academy. */
export type DemoTemplate = {
  /** The Postgres whose template database contains the demo academy. */
  server: TestServer;
  /** The academy's data folder: files, secrets, and the data of the Postgres that all specs share. */
  dataDir: string;
};

/** The environment variable in which the global setup passes the `DemoTemplate` to the browser tests, as JSON. */
export const templateVariable = 'BROWSER_TESTS_TEMPLATE';

type Options = {
  /** An existing data folder, which `remove` does not delete. */
  dataDir?: string;
  /** Starts from an empty folder with its own Postgres, as `npm start` does, instead of cloning the demo academy. */
  fromNothing?: boolean;
};

/** Starts the server in its own process, with its own port, database and data folder. Does not build the client. */
export async function startAcademy(
  env: Record<string, string> = {},
  { dataDir: givenFolder, fromNothing = false }: Options = {},
): Promise<Academy> {
  const dataDir = givenFolder ?? mkdtempSync(path.join(os.tmpdir(), 'academy-e2e-'));
  const template = process.env[templateVariable];
  const database =
    template === undefined || givenFolder !== undefined || fromNothing
      ? undefined
      : await ownDatabase(JSON.parse(template), dataDir, env.DEMO_DATA !== 'false');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let output = '';

  async function start(): Promise<void> {
    child = spawn('node', ['src/server/main.ts'], {
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        RATE_LIMIT_FACTOR: '1000',
        SHED_LOAD_AFTER_MS: '60000',
        LOG_LEVEL: 'warn',
        ...(database && { DATABASE_URL: databaseUrlOf(database.connection), DEMO_DATA: 'true' }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    const deadline = Date.now() + 200_000;
    while (!(await isReady(url))) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`the academy did not start:\n${output}`);
      await sleep(20);
    }
  }

  async function kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null)
      return running?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => running.once('exit', (code) => resolve(code)));
    running.kill(signal);
    return ended;
  }

  await start();
  return {
    url,
    dataDir,
    pid: () => child?.pid ?? 0,
    kill,
    start,
    output: () => output,
    async remove() {
      await kill('SIGTERM');
      await database?.drop();
      if (givenFolder === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A clone of the demo academy with its files in `dataDir`, or an empty database. */
function ownDatabase(template: DemoTemplate, dataDir: string, demo: boolean): Promise<TestDatabase> {
  if (!demo) return cloneDatabase(template.server, 'template1');
  const isFile = (source: string) => !path.relative(template.dataDir, source).startsWith('postgres');
  cpSync(template.dataDir, dataDir, { recursive: true, filter: isFile });
  return cloneDatabase(template.server);
}
