import type { FileHandle } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Bytes per read: four times Node's default, for fewer turns of the event loop. */
const readBytes = 256 * 1024;

/**
 * The bytes `start` to `end`, both inclusive, of an open file, which is closed with the stream. When piped to a
 * response, the stream reuses one buffer, each time after the buffer's content has been sent: a new buffer per chunk,
 * as in other streams, would cost much garbage collection.
 */
export class FileBytes extends Readable {
  readonly #handle: FileHandle;
  readonly #end: number;
  #at: number;

  constructor(handle: FileHandle, { start, end }: { start: number; end: number }) {
    super({ highWaterMark: readBytes });
    this.#handle = handle;
    this.#at = start;
    this.#end = end;
  }

  override _read(): void {
    const missing = this.#end + 1 - this.#at;
    if (missing === 0) {
      this.push(null);
      return;
    }
    this.#fill(Buffer.allocUnsafeSlow(Math.min(readBytes, missing))).then(
      (part) => this.push(part),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#handle.close().then(
      () => done(error),
      (closing: Error) => done(error ?? closing),
    );
  }

  /**
   * Only a response gets the reused buffer, because it passes each chunk to the socket. Other consumers may retain
   * the chunks.
   */
  override pipe<Target extends NodeJS.WritableStream>(target: Target, options?: { end?: boolean }): Target {
    if (!(target instanceof ServerResponse)) return super.pipe(target, options);
    if (options?.end !== false) this.once('end', () => target.end());
    this.#send(target).catch((error: Error) => this.destroy(error));
    return target;
  }

  async #send(response: ServerResponse): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(Math.min(readBytes, this.#end + 1 - this.#at));
    while (this.#at <= this.#end && !response.destroyed) {
      const part = await this.#fill(buffer);
      // The callback runs when the kernel has taken the bytes or the client has disconnected. Until then, the buffer
      // must not change.
      await new Promise<void>((resolve) => {
        response.write(part, () => resolve());
      });
    }
    // Either everything was sent, and `resume` ends the stream, or the client disconnected, which is not an error.
    if (response.destroyed) this.destroy();
    else this.resume();
  }

  async #fill(buffer: Buffer): Promise<Buffer> {
    const length = Math.min(buffer.length, this.#end + 1 - this.#at);
    const { bytesRead } = await this.#handle.read(buffer, 0, length, this.#at);
    if (bytesRead === 0) throw new Error('A stored file is shorter than it was when it was opened.');
    this.#at += bytesRead;
    return buffer.subarray(0, bytesRead);
  }
}
