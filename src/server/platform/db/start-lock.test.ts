import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lock } from './start-lock.ts';

/** Higher than any PID on Linux or macOS. */
const deadPid = 2 ** 30;
const rounds = 20;

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-lock-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

async function abandonedLocks(name: string): Promise<string[]> {
  const files = Array.from({ length: rounds }, (_, round) => path.join(folder, `${name}-${round}`));
  for (const file of files) await fs.writeFile(file, String(deadPid));
  return files;
}

it('if several starts in one process find an abandoned lock, only one at a time holds the lock', async () => {
  for (const file of await abandonedLocks('process')) {
    let inside = 0;
    const start = async () => {
      const unlock = await lock(file);
      inside += 1;
      expect(inside).toBe(1);
      await sleep(1);
      inside -= 1;
      unlock();
    };
    await Promise.all(Array.from({ length: 4 }, start));
  }
});

it('takes over the empty lock of a process that crashed before it wrote its PID', async () => {
  const file = path.join(folder, 'empty');
  await fs.writeFile(file, '');
  const aMinuteAgo = Date.now() / 1000 - 60;
  await fs.utimes(file, aMinuteAgo, aMinuteAgo);
  (await lock(file))();
  await expect(fs.stat(file)).rejects.toThrow('ENOENT');
}, 5000);

it('if several processes find an abandoned lock, only one at a time holds the lock', async () => {
  const files = await abandonedLocks('server');
  const module = fileURLToPath(new URL('./start-lock.ts', import.meta.url));
  // All processes try each lock at the same time, and fail if another one is inside.
  const program = `import { lock } from ${JSON.stringify(module)};
    import { mkdirSync, rmdirSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    console.log('ready');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    const start = Math.ceil(Date.now() / 500) * 500 + 500;
    for (const [round, file] of ${JSON.stringify(files)}.entries()) {
      while (Date.now() < start + round * 200);
      const unlock = await lock(file);
      mkdirSync(file + '.inside');
      await sleep(5);
      rmdirSync(file + '.inside');
      unlock();
    }
    process.exit();`;
  const children = Array.from({ length: 3 }, () =>
    spawn('node', ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  const exits = children.map((child) => once(child, 'exit'));
  for (const child of children) child.stdin.write('go');
  expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0, 0]);
  expect((await fs.readdir(folder)).filter((name) => name.startsWith('server'))).toEqual([]);
}, 60_000);
