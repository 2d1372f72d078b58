import { pino } from 'pino';

/**
 * Writes log lines to an open file, pipe or terminal. Lines are buffered for up to 200 ms, because a write per line would
 * cost more than handling a request. Pino flushes them when the process ends, even after an uncaught error. While nothing
 * can be written, for example because the disk is full, the server continues: up to 4 MB of lines wait, and the next ones
 * are dropped.
 * @param onLost called with the number of dropped lines once the waiting lines are written
 */
export function openLogOutput(fd: number, onLost: (lines: number) => void) {
  const output = pino.destination({
    fd,
    sync: false,
    minLength: 8_192,
    maxLength: 4 * 1024 * 1024,
    periodicFlush: 200,
  });
  let isFailing = false;
  let lost = 0;
  // Without a listener, the error would end the process.
  output.on('error', () => {
    isFailing = true;
  });
  output.on('drop', () => {
    lost += 1;
  });
  output.on('write', () => {
    isFailing = false;
  });
  // Not in a 'write' event, in which the buffer is still full: what `onLost` logs would be dropped too.
  output.on('drain', () => {
    const lines = lost;
    lost = 0;
    if (lines > 0) onLost(lines);
  });
  const flushSync = output.flushSync.bind(output);
  // Pino calls this when the process ends, and would repeat a failing write endlessly. A reader that has stopped reading
  // a pipe without closing it causes no error, so the process still waits for it.
  output.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return output;
}
