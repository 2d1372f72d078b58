import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Processors = {
  /** Moves this process to the processor that was reserved for it. */
  step(): Promise<void>;
  /** Describes the allocation, for the report. */
  words: string;
};

/**
 * Reserves one processor for this process and gives the others to all processes started before `step` is called. In
 * production a flood comes from other machines and takes no CPU from the server. Requires Linux with taskset;
 * elsewhere all processes share all processors.
 */
export async function keepApart(): Promise<Processors> {
  const count = os.availableParallelism();
  const together = { step: async () => undefined, words: 'server and sender on the same processors' };
  if (process.platform !== 'linux' || count < 2) return together;
  const pin = (processors: string) =>
    run('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(process.pid)]);
  try {
    await pin(count === 2 ? '0' : `0-${count - 2}`);
  } catch {
    return together;
  }
  return {
    async step() {
      await pin(String(count - 1));
    },
    words: `server and Postgres on ${count - 1} of ${count} processors, the sender on the other`,
  };
}
