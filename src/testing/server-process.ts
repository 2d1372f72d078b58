import { type ChildProcess, spawn } from 'node:child_process';
import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../server/platform/db/database.ts';
import { freePort } from './free-port.ts';
import { databaseUrlOf } from './postgres-url.ts';
import { isReady } from './server-ready.ts';

export type ServerProcess = {
  url: string;
  port: number;
  dataDir: string;
  child: ChildProcess;
  /** The complete output so far. */
  output: () => string;
  /** The parsed log lines so far. */
  lines: () => Record<string, unknown>[];
  /** Waits until `/readyz` returns 200. @throws if the server exits or is not ready within 110 seconds */
  ready(): Promise<void>;
  /** Resolves with the exit code or signal. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Secrets, which must be the same for all servers of an academy. */
const sharedSecrets = {
  SESSION_SECRET: 'session '.repeat(5),
  ENCRYPTION_KEY: 'encryption '.repeat(4),
};

/**
 * Runs `node src/server/main.ts` with `args` on a test database. `preload` is the source of a module that Node loads
 * first, to inject faults.
 */
export async function startServer(
  connection: Connection,
  { args = [], env = {}, preload }: { args?: string[]; env?: Record<string, string>; preload?: string } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-process-'));
  const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));
  const imports =
    preload === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const child = spawn(process.execPath, [...imports, main, ...args], {
    // Not the repository, so that its `.env` is not loaded.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrlOf(connection),
      DEMO_DATA: 'false',
      SHED_LOAD_AFTER_MS: '60000',
      RATE_LIMIT_FACTOR: '1000',
      ...sharedSecrets,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<Awaited<ServerProcess['ended']>>((resolve) => {
    child.once('close', (code, signal) => {
      fs.rm(dataDir, { recursive: true, force: true }).finally(() => resolve({ code, signal }));
    });
  });
  const url = `http://localhost:${port}`;
  return {
    url,
    port,
    dataDir,
    child,
    output: () => output,
    lines: () => output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
    ended,
    async ready() {
      // Stops a test that hangs. This is not a performance requirement.
      const deadline = Date.now() + 110_000;
      while (!(await isReady(url))) {
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
          throw new Error(`the server is not ready:\n${output}`);
        }
        await sleep(50);
      }
    },
  };
}

/** Kills the servers that are still running at the end of a test. */
export async function endAll(servers: ServerProcess[]): Promise<void> {
  for (const server of servers.splice(0)) {
    server.child.kill('SIGKILL');
    await server.ended;
  }
}
