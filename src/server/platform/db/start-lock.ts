import { promises as fs } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The lock files that this process holds. Any other lock file with this process's PID was left by a dead process that
 * had the same PID.
 */
const heldLocks = new Set<string>();

/** One server at a time decides whether to start Postgres; a lock left by a dead process is taken over. */
export async function lock(file: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await fs.writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      heldLocks.add(file);
      return async () => {
        heldLocks.delete(file);
        await fs.rm(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await fs.readFile(file, 'utf8').catch(() => ''));
    const abandoned = holder === process.pid ? !heldLocks.has(file) : holder > 0 && !isAlive(holder);
    if (abandoned) await fs.rm(file, { force: true });
    else if (Date.now() > deadline)
      throw new Error(
        `Another server is starting and holds the lock ${file}. Remove the file if none is running.`,
      );
    else await sleep(50);
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
