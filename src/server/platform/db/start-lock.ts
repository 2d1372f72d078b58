import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The lock files that this process holds. Any other lock file with this process's PID was left by a dead process that
 * had the same PID. The set and the files change in the same synchronous step, so that they always agree.
 */
const heldLocks = new Set<string>();

/**
 * One server at a time decides whether to start Postgres; a lock left by a dead process is taken over.
 * @returns a function that releases the lock
 * @throws if another process holds the lock for a minute
 */
export async function lock(file: string): Promise<() => void> {
  const deadline = Date.now() + 60_000;
  while (!tryLock(file)) {
    if (isAbandoned(file)) await removeAbandoned(file);
    else if (Date.now() > deadline)
      throw new Error(
        `Another server is starting and holds the lock ${file}. If no other server is running, remove the file.`,
      );
    else await sleep(50);
  }
  return () => {
    rmSync(file, { force: true });
    heldLocks.delete(file);
  };
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  heldLocks.add(file);
  return true;
}

function isAbandoned(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // The PID is written immediately after the file is created, so only a crash leaves a file empty.
    if (holder === 0) return Date.now() - statSync(file).mtimeMs > 10_000;
    return holder === process.pid ? !heldLocks.has(file) : !isAlive(holder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Runs under a lock of its own. Otherwise, if two processes found the same abandoned lock, the second could remove the
 * lock that the first had taken in the meantime.
 */
async function removeAbandoned(file: string): Promise<void> {
  const unlock = await lock(`${file}.takeover`);
  try {
    if (isAbandoned(file)) rmSync(file, { force: true });
  } finally {
    unlock();
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
