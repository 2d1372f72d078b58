import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type LogOutput = {
  write(line: string): void;
  /** Writes the waiting lines, for the end of the process. Gives up if they cannot be written. */
  flushSync(): void;
};

/** Lines wait for this time, or until there are this many characters, so that one write serves many lines. */
const pauseMs = 200;
const enoughCharacters = 8_192;
/** While nothing can be written, further lines are dropped. */
const maxCharacters = 4 * 1024 * 1024;

/**
 * Writes log lines to an open file, pipe or terminal. While that fails, for example because the disk is full, the server
 * runs on: waiting lines are written once it is possible again. Pino's own destination would end the server at the first
 * error, and block the process until the error is gone.
 * @param onLost called with the number of dropped lines once lines can be written again
 */
export function openLogOutput(fd: number, onLost: (lines: number) => void): LogOutput {
  let waiting = '';
  /** The bytes of the current write, also between its attempts. */
  let current = Buffer.alloc(0);
  let isInProgress = false;
  let lost = 0;

  async function writeAll(): Promise<void> {
    if (current.length > 0) return;
    while (waiting !== '') {
      current = Buffer.from(waiting);
      waiting = '';
      while (current.length > 0) {
        const written = await attempt(current);
        current = current.subarray(written);
        if (written === 0) await sleep(pauseMs, undefined, { ref: false });
      }
      const lines = lost;
      lost = 0;
      if (lines > 0) onLost(lines);
    }
  }

  /** @returns the number of bytes written, 0 after an error */
  function attempt(bytes: Buffer): Promise<number> {
    isInProgress = true;
    return new Promise((resolve) => {
      fs.write(fd, bytes, (error, written) => {
        isInProgress = false;
        resolve(error ? 0 : written);
      });
    });
  }

  setInterval(() => void writeAll(), pauseMs).unref();
  return {
    write(line) {
      if (waiting.length + line.length > maxCharacters) {
        lost += 1;
        return;
      }
      waiting += line;
      if (waiting.length >= enoughCharacters) void writeAll();
    },
    flushSync() {
      const bytes = Buffer.from(waiting);
      waiting = '';
      if (isInProgress) return writeSync(fd, bytes);
      const rest = Buffer.concat([current, bytes]);
      current = Buffer.alloc(0);
      writeSync(fd, rest);
    },
  };
}

/** Waits up to a second for the reader of a full pipe, and for nothing else. */
function writeSync(fd: number, bytes: Buffer): void {
  let written = 0;
  for (let pauses = 0; written < bytes.length && pauses < 50; ) {
    try {
      written += fs.writeSync(fd, bytes, written);
    } catch (error) {
      // There is nowhere else to report any other error.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      pauses += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
