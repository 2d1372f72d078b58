import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Processors = {
  /** Moves this process to the reserved processor. */
  moveHere(): Promise<void>;
  /** The assignment of processors, for the report. */
  description: string;
};

/**
 * Reserves one processor for this process, so that sending requests takes no CPU time from the servers, as in
 * production, where requests come from other machines. Processes that are started before `moveHere` is called run on
 * the other processors. Without Linux, taskset or a second processor, all processes share all processors.
 */
export async function reserveProcessor(): Promise<Processors> {
  const count = os.availableParallelism();
  const together = {
    moveHere: async () => undefined,
    description: 'server and sender on the same processors',
  };
  if (process.platform !== 'linux' || count < 2) return together;
  const pin = (processors: string) =>
    run('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(process.pid)]);
  try {
    await pin(count === 2 ? '0' : `0-${count - 2}`);
  } catch {
    return together;
  }
  return {
    async moveHere() {
      await pin(String(count - 1));
    },
    description: `server and Postgres on ${count - 1} of ${count} processors, the sender on the other`,
  };
}
