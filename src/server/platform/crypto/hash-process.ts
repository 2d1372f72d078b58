import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { maxConcurrentHashes } from './hash-limiter.ts';
import type { HashResult, HashTask } from './hash-worker.ts';

const program = fileURLToPath(new URL('./hash-worker.ts', import.meta.url));

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
type Pending = { resolve(result: HashResult): void; reject(error: Error): void };

/** The process ended while it was computing hashes. */
class HashProcessEnded extends Error {
  override readonly name = 'HashProcessEnded';
}

/**
 * A process with lower priority that computes password hashes, so that hashing slows down other requests as little as
 * possible. It starts with the first hash and restarts on demand after it has ended.
 */
export function createHashProcess() {
  let current: { child: ChildProcess; pending: Map<number, Pending> } | undefined;
  let lastId = 0;

  function start() {
    const child = fork(program, [], {
      execArgv: [],
      // The process needs none of the server's environment.
      env: { UV_THREADPOOL_SIZE: String(maxConcurrentHashes) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // In a separate process group, so that Ctrl-C does not end it before the server has finished its requests.
      detached: true,
    });
    const pending = new Map<number, Pending>();
    const started = { child, pending };
    const end = (error: Error) => {
      if (current === started) current = undefined;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    child.on('message', (message) => {
      const result = message as HashResult;
      pending.get(result.id)?.resolve(result);
      pending.delete(result.id);
      if (pending.size === 0) setAlive(child, false);
    });
    child.once('error', end);
    child.once('exit', (code, signal) =>
      end(new HashProcessEnded(`the hash process ended with ${signal ?? code}`)),
    );
    setAlive(child, false);
    return started;
  }

  function send(task: WithoutId<HashTask>): Promise<HashResult> {
    current ??= start();
    const { child, pending } = current;
    lastId += 1;
    const id = lastId;
    setAlive(child, true);
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      // If sending fails, the process exits, and its exit rejects the call.
      child.send({ ...task, id } satisfies HashTask, () => undefined);
    });
  }

  return {
    /**
     * Retries once if the process ended, because hashing has no side effects.
     * @throws Error if argon2 fails, or the process cannot start or ends twice
     */
    async compute(task: WithoutId<HashTask>): Promise<HashResult> {
      const result = await send(task).catch((error: unknown) => {
        if (error instanceof HashProcessEnded) return send(task);
        throw error;
      });
      if ('error' in result) throw new Error(result.error);
      return result;
    },
    pid: () => current?.child.pid,
  };
}

/** The process keeps the server alive only while it computes. */
function setAlive(child: ChildProcess, isAlive: boolean): void {
  if (isAlive) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
