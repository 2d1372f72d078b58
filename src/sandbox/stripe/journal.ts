import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const newline = 0x0a;

/**
 * An append-only file of JSON lines. Each line is one complete transaction, written by a single call. A killed
 * process leaves at most one incomplete line at the end, which `open` truncates.
 */
export class Journal {
  readonly #path: string;
  #file: number;
  #bytes: number;
  #isClosed = false;

  private constructor(path: string, file: number, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.#bytes = bytes;
  }

  /**
   * Opens or creates the file and passes each line's value to `replay`, in order.
   * @throws Error if a line cannot be parsed. An incomplete last line is removed instead.
   */
  static open(path: string, replay: (value: unknown) => void): Journal {
    mkdirSync(dirname(path), { recursive: true });
    const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const completeBytes = content.lastIndexOf(newline) + 1;
    const lines = content.subarray(0, completeBytes).toString('utf8').split('\n').slice(0, -1);
    for (const [index, line] of lines.entries()) {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch (cause) {
        throw new Error(`The sandbox's journal ${path} cannot be read at line ${index + 1}`, { cause });
      }
      replay(value);
    }
    const file = openSync(path, 'a', 0o600);
    if (completeBytes < content.length) ftruncateSync(file, completeBytes);
    return new Journal(path, file, completeBytes);
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(value: unknown): void {
    if (this.#isClosed) throw new Error(`The sandbox's journal ${this.#path} is closed`);
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    const written = writeSync(this.#file, line);
    if (written < line.length) {
      ftruncateSync(this.#file, this.#bytes);
      throw new Error(`The sandbox's journal ${this.#path} could not be written: is the disk full?`);
    }
    this.#bytes += line.length;
  }

  /** Replaces the whole content atomically: a crash leaves the old file or the new one. */
  rewrite(values: Iterable<unknown>): void {
    const lines = [...values].map((value) => `${JSON.stringify(value)}\n`).join('');
    const temporary = `${this.#path}.new`;
    writeFileSync(temporary, lines, { mode: 0o600, flush: true });
    renameSync(temporary, this.#path);
    closeSync(this.#file);
    this.#file = openSync(this.#path, 'a', 0o600);
    this.#bytes = Buffer.byteLength(lines);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#file);
  }
}
