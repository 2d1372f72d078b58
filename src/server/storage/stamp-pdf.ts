import { Worker } from 'node:worker_threads';
import { createInspectionQueue } from './inspection-queue.ts';
import { NotStampable, stampPages } from './pdf-stamp.ts';
import type { StampAnswer, StampTask } from './pdf-stamp-worker.ts';

/** Larger ones are delivered as they are: a file takes some four times its size in memory while it is stamped. */
export const maxStampedBytes = 40 * 1024 * 1024;
/** Some milliseconds of work, less than a thread takes to start. */
const smallBytes = 128 * 1024;
const timeoutMs = 60_000;
const threadMemoryMb = 512;

/** One large file at a time; the next waits. */
const threads = createInspectionQueue(1);

/**
 * Stamps every page of a PDF, beside the server's own work when the file is not small.
 * @param line of Latin-1 characters only
 * @throws NotStampable
 */
export async function stampPdf(bytes: Uint8Array, line: string): Promise<Buffer> {
  if (bytes.length > maxStampedBytes) throw new NotStampable('too_large');
  const stamped =
    bytes.length <= smallBytes
      ? await stampPages(bytes, line)
      : await threads.run(() => inThread(bytes, line));
  return Buffer.from(stamped.buffer, stamped.byteOffset, stamped.length);
}

function inThread(bytes: Uint8Array, line: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const task: StampTask = { bytes, line };
    const worker = new Worker(new URL('./pdf-stamp-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
    });
    // A file that takes this long, or more memory than that, is too much for us whatever its bytes are.
    const tooMuch = (cause: unknown) => reject(new NotStampable('too_large', { cause }));
    const timer = setTimeout(() => {
      tooMuch(new Error(`no answer after ${timeoutMs} ms`));
      void worker.terminate();
    }, timeoutMs);
    worker.once('message', (answer: StampAnswer) => {
      if ('stamped' in answer) resolve(answer.stamped);
      else reject(new NotStampable(answer.problem, { cause: answer.reason }));
    });
    worker.once('error', tooMuch);
    worker.once('exit', (code) => {
      clearTimeout(timer);
      tooMuch(new Error(`the thread ended with ${code}`));
    });
  });
}
