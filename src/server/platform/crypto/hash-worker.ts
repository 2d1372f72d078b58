import os from 'node:os';
import argon2 from 'argon2';

export type HashTask =
  | { id: number; kind: 'hash'; password: string; memoryCost: number; timeCost: number }
  | { id: number; kind: 'verify'; password: string; hash: string };
export type HashResult = { id: number } & ({ hash: string } | { matches: boolean } | { error: string });

// The priority is low, so that hashing slows down the server's requests as little as possible. Threads inherit the
// priority on Linux, so it is set before the first hash starts the threads.
os.setPriority(Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + 10));

async function run(task: HashTask): Promise<HashResult> {
  const { id, kind, password } = task;
  try {
    if (kind === 'verify') return { id, matches: await argon2.verify(task.hash, password) };
    const { memoryCost, timeCost } = task;
    return {
      id,
      hash: await argon2.hash(password, { type: argon2.argon2id, parallelism: 1, memoryCost, timeCost }),
    };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

// Only the IPC channel to the server keeps this process alive, so the process ends with the server.
process.on('message', async (task: HashTask) => {
  process.send?.(await run(task));
});
