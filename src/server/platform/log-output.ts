import fs from 'node:fs';

const flushAfterMs = 200;
/** When at least this many characters wait, they are written without waiting for the next interval. */
const flushAtLength = 8_192;
const maxWaiting = 4 * 1024 * 1024;
/** How long the end of the process waits for a reader that reads slowly or has stopped reading. */
const maxExitMs = 1_000;
const retryAfterMs = 20;

export type LogOutput = {
  write(line: string): void;
  /** Writes the waiting lines, for at most `maxExitMs`. Pino calls this after a fatal error. */
  flushSync(): void;
};

/**
 * Writes log lines to an open file, pipe or terminal. Lines are buffered for up to 200 ms, because a write per line
 * would cost more than handling a request. They are flushed when the process ends, even after an uncaught error. While
 * nothing can be written, for example because the disk is full, the server continues: up to 4 MB of lines wait, and the
 * next ones are dropped. Unlike Pino's own output, it never repeats a failing write endlessly at the end of the
 * process.
 * @param onLost - called with the number of dropped lines after the waiting lines are written
 */
export function openLogOutput(fd: number, onLost: (lines: number) => void): LogOutput {
  // On first use of `process.stdout`, Node makes a pipe non-blocking. A write to a pipe whose reader has stopped
  // reading then fails instead of waiting.
  void process.stdout;
  let lines: string[] = [];
  let waiting = 0;
  /** Text that was taken from `lines` and is not written yet. */
  let rest: Buffer = Buffer.alloc(0);
  let isFailing = false;
  let lost = 0;
  let retry: NodeJS.Timeout | undefined;

  /**
   * Writes all waiting lines. Synchronous, because nobody could wait for an asynchronous write at the end of the
   * process. A nearly full pipe takes only a part of the text, so the loop writes again until nothing waits.
   * @throws if a write fails, for example because a pipe is full; the text that was not written still waits
   */
  function writeWaiting(): void {
    for (;;) {
      if (rest.length === 0) {
        rest = Buffer.from(lines.join(''));
        lines = [];
        waiting = 0;
      }
      if (rest.length === 0) return;
      rest = rest.subarray(fs.writeSync(fd, rest));
    }
  }

  function flush(): void {
    clearTimeout(retry);
    try {
      writeWaiting();
      isFailing = false;
    } catch (error) {
      isFailing = true;
      // The failure itself cannot be logged. A full pipe soon takes more, so the write is repeated after
      // `retryAfterMs`. After any other error, it is repeated by the interval below.
      if (isFullPipe(error)) retry = setTimeout(flush, retryAfterMs).unref();
      return;
    }
    const count = lost;
    lost = 0;
    if (count > 0) onLost(count);
  }

  function write(line: string): void {
    if (waiting + line.length > maxWaiting) {
      lost += 1;
      return;
    }
    lines.push(line);
    waiting += line.length;
    if (waiting >= flushAtLength && !isFailing) flush();
  }

  function flushSync(): void {
    const deadline = performance.now() + maxExitMs;
    for (;;) {
      try {
        writeWaiting();
        return;
      } catch (error) {
        if (!isFullPipe(error) || performance.now() >= deadline) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryAfterMs);
      }
    }
  }

  setInterval(flush, flushAfterMs).unref();
  process.on('exit', flushSync);
  return { write, flushSync };
}

/** Whether the write failed because the reader of the pipe has not read enough yet. */
function isFullPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EAGAIN';
}
