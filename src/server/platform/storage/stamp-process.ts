import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NotStampable } from './not-stampable.ts';
import type { StampAnswer, StampTask } from './pdf-stamp-worker.ts';

const memoryMb = 512;
const program = fileURLToPath(new URL('./pdf-stamp-worker.ts', import.meta.url));

/** The process ended before it answered: by itself, by its limit of memory or by somebody else's hand. */
export class StampProcessEnded extends Error {
  override readonly name = 'StampProcessEnded';
}

export type StampProcess = {
  pid: number | undefined;
  /**
   * Has one file stamped; the next only after the answer.
   * @throws StampProcessEnded; NotStampable when it takes longer than `timeoutMs`, which ends the process; Error when the
   *   process could not be started, or was ended by `end`
   */
  ask(task: StampTask, timeoutMs: number): Promise<StampAnswer>;
  /** Ends it also in the middle of a file, and resolves when it is gone. */
  end(): Promise<void>;
};

/**
 * A process that stamps PDFs, one after the other. Nothing of it keeps this process alive except a file under way; it
 * ends by itself when this process is gone, as its channel is closed then.
 * @param onEnd is called once, before a file under way is given up
 */
export function startStampProcess(onEnd: () => void): StampProcess {
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    // It reads a stranger's bytes and needs nothing that the server knows.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Its own process group: Ctrl-C lets the server finish the file under way, and the server then ends this one.
    detached: true,
  });
  const ended = Promise.withResolvers<never>();
  // Whoever waits for an answer hears of it; while nobody does, it is no error.
  ended.promise.catch(() => undefined);
  const endWith = (error: Error) => {
    onEnd();
    ended.reject(error);
  };
  // Such as no room for another process: that says nothing about the file.
  child.once('error', endWith);
  child.once('exit', (code, signal) => {
    if (signal === 'SIGTERM') endWith(new Error('stamping was stopped'));
    else endWith(new StampProcessEnded(`the process ended with ${signal ?? code}`));
  });

  const rest = () => {
    child.unref();
    child.channel?.unref();
  };
  rest();

  return {
    pid: child.pid,
    async ask(task, timeoutMs) {
      child.ref();
      child.channel?.ref();
      const answer = Promise.withResolvers<StampAnswer>();
      child.once('message', (message) => answer.resolve(message as StampAnswer));
      const timer = setTimeout(() => {
        answer.reject(new NotStampable('too_large', { cause: new Error(`no answer after ${timeoutMs} ms`) }));
        child.kill('SIGKILL');
      }, timeoutMs);
      // When it is gone already, its end tells why.
      child.send(task, () => undefined);
      try {
        return await Promise.race([answer.promise, ended.promise]);
      } finally {
        clearTimeout(timer);
        rest();
      }
    },
    async end() {
      child.ref();
      child.kill('SIGTERM');
      await ended.promise.catch(() => undefined);
    },
  };
}
