import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../free-port.ts';
import { isReady } from '../server-ready.ts';
import { median } from './load.ts';

/**
 * `npm run bench:start [-- --rounds 3]`: measures how long a new installation takes to start. All rounds use a copy of
 * this checkout with its packages. Each round measures the client build alone, the first `npm start` until it is ready,
 * and the second `npm start`.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Math.max(1, Number(values.rounds) || 0);
const checkout = path.join(import.meta.dirname, '../../..');
const targets = { firstToBuild: 1.5, secondSeconds: 2 };
const timeoutMs = 180_000;

/** Not copied: generated files, the developer's own files and history, and the packages, which are linked. */
const excluded = new Set([
  'node_modules',
  '.git',
  '.env',
  '.data',
  'dist',
  'test-results',
  'playwright-report',
]);

async function copyCheckout(to: string): Promise<void> {
  for (const name of await readdir(checkout)) {
    if (!excluded.has(name)) await cp(path.join(checkout, name), path.join(to, name), { recursive: true });
  }
  const packages = path.join(checkout, 'node_modules');
  await mkdir(path.join(to, 'node_modules'));
  for (const name of await readdir(packages)) {
    // Packages are linked individually, so that the cache next to them belongs to the copy.
    if (name !== '.cache') await symlink(path.join(packages, name), path.join(to, 'node_modules', name));
  }
}

async function removeBuilds(copy: string, ...names: string[]): Promise<void> {
  for (const name of ['node_modules/.cache', 'dist', ...names]) {
    await rm(path.join(copy, name), { recursive: true, force: true });
  }
}

/**
 * Running process groups, which are signaled as a whole: npm does not forward signals to the processes of its shell.
 */
const groups = new Set<number>();
const endGroups = () => {
  for (const group of groups) process.kill(-group, 'SIGTERM');
};
process.once('exit', endGroups);
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

/** Runs a program in the copy, with only PATH and HOME from this environment. */
function run(copy: string, command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    cwd: copy,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid } = child;
  if (pid !== undefined) {
    groups.add(pid);
    child.once('close', () => groups.delete(pid));
  }
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, ended: once(child, 'close'), output: () => output };
}

async function buildAlone(copy: string): Promise<number> {
  const startedAt = performance.now();
  const { child, ended, output } = run(copy, process.execPath, ['src/client/build.ts']);
  await ended;
  if (child.exitCode !== 0) throw new Error(`the build failed:\n${output()}`);
  return (performance.now() - startedAt) / 1_000;
}

/** @returns seconds until `/readyz` returns 200 */
async function start(copy: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const { child, ended, output } = run(copy, 'npm', ['start'], { PORT: String(port) });
  try {
    while (!(await isReady(`http://localhost:${port}`))) {
      if (child.exitCode !== null || performance.now() - startedAt > timeoutMs) {
        throw new Error(`the academy did not start:\n${output()}`);
      }
      await sleep(20);
    }
    return (performance.now() - startedAt) / 1_000;
  } finally {
    endGroups();
    await ended;
  }
}

const copy = await mkdtemp(path.join(os.tmpdir(), 'academy-first-start-'));
try {
  // When root starts the academy, another account runs Postgres and needs access to the subfolders.
  await chmod(copy, 0o711);
  await copyCheckout(copy);
  const measured: { build: number; first: number; second: number }[] = [];
  console.warn('round  build alone  first start  second start  first/build  load');
  for (let round = 1; round <= rounds; round += 1) {
    await removeBuilds(copy);
    const build = await buildAlone(copy);
    await removeBuilds(copy, '.data');
    const first = await start(copy);
    const second = await start(copy);
    measured.push({ build, first, second });
    const cells = [build, first, second].map((seconds) => `${seconds.toFixed(1)} s`.padStart(11));
    console.warn(
      `${String(round).padStart(5)}  ${cells.join('  ')}  ${(first / build).toFixed(2).padStart(12)}  ${os.loadavg()[0]?.toFixed(1)}`,
    );
  }
  const ratio = median(measured.map(({ build, first }) => first / build));
  const second = median(measured.map(({ second }) => second));
  const mark = (isMet: boolean) => (isMet ? '✓' : '✗');
  console.warn(
    `First start: ${ratio.toFixed(2)} × the build alone, at most ${targets.firstToBuild} ${mark(ratio <= targets.firstToBuild)}`,
  );
  console.warn(
    `Second start: ${second.toFixed(1)} s, at most ${targets.secondSeconds} s ${mark(second <= targets.secondSeconds)}`,
  );
} finally {
  await rm(copy, { recursive: true, force: true });
}
