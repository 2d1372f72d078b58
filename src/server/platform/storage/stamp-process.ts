import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NotStampable } from './not-stampable.ts';
import type { StampResult, StampTask } from './stamp-worker.ts';

const memoryMb = 512;
const program = fileURLToPath(new URL('./stamp-worker.ts', import.meta.url));

/** The process ended before it sent its result, for example at its memory limit, and `end` was not called. */
export class StampProcessEnded extends Error {
  override readonly name = 'StampProcessEnded';
}

export type StampProcess = {
  pid: number | undefined;
  /**
   * Stamps one file. Call it again only after the previous call has settled.
   * @throws StampProcessEnded; NotStampable if stamping takes longer than `timeoutMs`, which also ends the process;
   * Error if the process could not be started, or was ended by `end`
   */
  run(task: StampTask, timeoutMs: number): Promise<StampResult>;
  /** Ends the process, even in the middle of a file, and resolves when it has exited. */
  end(): Promise<void>;
};

/**
 * Starts a process that stamps PDFs, one at a time. It keeps the server alive only while a file is in progress, and
 * ends with the server, because its channel closes.
 * @param onEnd - called when the process has ended or cannot be started, before a pending `run` rejects
 */
export function startStampProcess(onEnd: () => void): StampProcess {
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    // The process reads untrusted bytes and needs none of the server's environment.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // In a separate process group, so that Ctrl-C does not end it before the file in progress is finished.
    detached: true,
  });
  const ended = Promise.withResolvers<never>();
  // A pending call gets the error; without a pending call, the error is ignored.
  ended.promise.catch(() => undefined);
  const endWith = (error: Error) => {
    onEnd();
    ended.reject(error);
  };
  // For example, the system could not start another process, which is not the fault of the file.
  child.once('error', endWith);
  child.once('exit', (code, signal) => {
    if (signal === 'SIGTERM') endWith(new Error('stamping was stopped'));
    else endWith(new StampProcessEnded(`the process ended with ${signal ?? code}`));
  });

  const allowExit = () => {
    child.unref();
    child.channel?.unref();
  };
  allowExit();

  return {
    pid: child.pid,
    async run(task, timeoutMs) {
      child.ref();
      child.channel?.ref();
      const result = Promise.withResolvers<StampResult>();
      child.once('message', (message) => result.resolve(message as StampResult));
      const timer = setTimeout(() => {
        result.reject(new NotStampable('too_large', { cause: new Error(`no result after ${timeoutMs} ms`) }));
        child.kill('SIGKILL');
      }, timeoutMs);
      // An error of `send` is ignored: if the process has already exited, its exit is reported instead.
      child.send(task, () => undefined);
      try {
        return await Promise.race([result.promise, ended.promise]);
      } finally {
        clearTimeout(timer);
        allowExit();
      }
    },
    async end() {
      child.ref();
      child.kill('SIGTERM');
      await ended.promise.catch(() => undefined);
    },
  };
}
