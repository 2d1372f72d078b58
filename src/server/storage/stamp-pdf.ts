import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createInspectionQueue } from './inspection-queue.ts';
import { NotStampable } from './not-stampable.ts';
import type { StampAnswer, StampTask } from './pdf-stamp-worker.ts';

/** Larger ones are delivered as they are: a file takes some four times its size in memory while it is stamped. */
const maxStampedBytes = 40 * 1024 * 1024;
const timeoutMs = 60_000;
const memoryMb = 512;
const program = fileURLToPath(new URL('./pdf-stamp-worker.ts', import.meta.url));

/** One file at a time; the next waits. */
const places = createInspectionQueue(1);

/**
 * Stamps every page of a PDF, in a process of its own: a few hundred bytes can unfold to gigabytes, or to more pages than
 * anybody could count, and what a thread takes too much of memory ends the whole server.
 * @param line of Latin-1 characters only
 * @throws NotStampable
 */
export async function stampPdf(bytes: Uint8Array, line: string): Promise<Buffer> {
  if (bytes.length > maxStampedBytes) throw new NotStampable('too_large');
  const stamped = await places.run(() => inProcess({ bytes, line }));
  return Buffer.from(stamped.buffer, stamped.byteOffset, stamped.length);
}

function inProcess(task: StampTask): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMb}`],
      // It reads a stranger's bytes and needs nothing that the server knows.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // A file that takes this long, or more memory than that, is too much for us whatever its bytes are.
    const tooMuch = (reason: string) => reject(new NotStampable('too_large', { cause: new Error(reason) }));
    const timer = setTimeout(() => {
      tooMuch(`no answer after ${timeoutMs} ms`);
      child.kill('SIGKILL');
    }, timeoutMs);
    child.once('message', (answer: StampAnswer) => {
      if ('stamped' in answer) resolve(answer.stamped);
      else reject(new NotStampable(answer.problem, { cause: new Error(answer.reason) }));
      child.disconnect();
    });
    // Such as no room for another process: that says nothing about the file.
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGTERM' || signal === 'SIGINT') reject(new Error(`stamping was stopped by ${signal}`));
      else tooMuch(`the process ended with ${signal ?? code}`);
    });
    // When it is gone already, its end has told why.
    child.send(task, () => undefined);
  });
}
