import { createLimiter } from '../limiter.ts';
import { NotStampable } from './not-stampable.ts';
import type { PdfDetails } from './pdf-details.ts';
import { type StampProcess, StampProcessEnded, startStampProcess } from './stamp-process.ts';
import type { StampResult, StampTask } from './stamp-worker.ts';

/** Larger files are delivered unstamped, because stamping takes about four times the file's size in memory. */
const maxStampedBytes = 40 * 1024 * 1024;

const defaults = {
  /** A file that takes longer is rejected. */
  timeoutMs: 60_000,
  /** How long the idle process is kept for another file. */
  idleMs: 5_000,
  /** The process is replaced after this many files, so that memory leaks do not add up. */
  maxFiles: 100,
  /** The process is replaced if it uses this much memory after a file. */
  maxRestingBytes: 256 * 1024 * 1024,
  start: startStampProcess,
};

export type PdfStamper = {
  /**
   * Stamps every page of a PDF.
   * @param line - Latin-1 characters only
   * @param url - printed as a QR code on the last page
   * @throws NotStampable; Error if no process can be started, or after `close`
   */
  stamp(bytes: Uint8Array, line: string, url?: string): Promise<Buffer>;
  /**
   * Reads the details of a PDF, in the process that stamps.
   * @returns null for a file that is unreadable or too large
   * @throws Error if no process can be started, or after `close`
   */
  describe(bytes: Uint8Array): Promise<PdfDetails | null>;
  /** Ends the process, even in the middle of a file. */
  close(): Promise<void>;
};

/**
 * Stamps in a separate process: a few hundred bytes can expand to gigabytes or countless pages, and a thread that runs
 * out of memory ends the whole server. The process takes one file at a time and is reused, because starting it takes
 * many times as long as stamping a typical file.
 */
export function createPdfStamper(options: Partial<typeof defaults> = {}): PdfStamper {
  const { timeoutMs, idleMs, maxFiles, maxRestingBytes, start } = { ...defaults, ...options };
  const queue = createLimiter(1);
  let current: { worker: StampProcess; files: number } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function startFresh() {
    const worker = start(() => {
      if (current?.worker === worker) current = undefined;
    });
    return { worker, files: 0 };
  }

  async function endCurrent(): Promise<void> {
    clearTimeout(idle);
    const last = current;
    current = undefined;
    await last?.worker.end();
  }

  async function run(task: StampTask): Promise<StampResult> {
    if (isClosed) throw new Error('stamping was stopped');
    clearTimeout(idle);
    current ??= startFresh();
    const used = current;
    used.files += 1;
    try {
      const result = await used.worker.run(task, timeoutMs);
      if (used.files >= maxFiles || result.residentBytes >= maxRestingBytes) await endCurrent();
      else idle = setTimeout(endCurrent, idleMs).unref();
      return result;
    } catch (error) {
      // A late result must not be mistaken for that of the next file.
      if (current === used) current = undefined;
      await used.worker.end();
      if (!(error instanceof StampProcessEnded)) throw error;
      if (isClosed) throw new Error('stamping was stopped', { cause: error });
      // The process may have ended before it received this file, or because of earlier files, so the file is retried in
      // a new process.
      if (used.files > 1) return run(task);
      throw new NotStampable('too_large', { cause: error });
    }
  }

  return {
    async stamp(bytes, line, url) {
      if (bytes.length > maxStampedBytes) throw new NotStampable('too_large');
      const result = await queue.run(() => run({ bytes, line, url }));
      if ('problem' in result) throw new NotStampable(result.problem, { cause: new Error(result.reason) });
      if (!('stamped' in result)) throw new TypeError('The process did not stamp the file.');
      const { stamped } = result;
      return Buffer.from(stamped.buffer, stamped.byteOffset, stamped.length);
    },
    async describe(bytes) {
      if (bytes.length > maxStampedBytes) return null;
      try {
        const result = await queue.run(() => run({ bytes }));
        return 'details' in result ? result.details : null;
      } catch (error) {
        if (error instanceof NotStampable) return null;
        throw error;
      }
    },
    async close() {
      isClosed = true;
      await endCurrent();
    },
  };
}
