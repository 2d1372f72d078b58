import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate';

const compress = promisify(deflateRaw);
const chunkBytes = 128 * 1024;

/** One file of a ZIP. It is compressed in chunks, outside of the event loop. */
class CompressedFile implements ZipInputFile {
  readonly filename: string;
  readonly compression = 8;
  crc = 0;
  size = 0;
  compressedSize = 0;
  ondata?: AsyncFlateStreamHandler;
  readonly #level: number;
  #pending: string[] = [];
  #pendingBytes = 0;

  constructor(filename: string, level: number) {
    this.filename = filename;
    this.#level = level;
  }

  /** The bytes in the ZIP; text that is not compressed yet counts in full. */
  get sizeSoFar(): number {
    return this.compressedSize + this.#pendingBytes;
  }

  async write(text: string): Promise<void> {
    this.#pending.push(text);
    this.#pendingBytes += Buffer.byteLength(text);
    if (this.#pendingBytes >= chunkBytes) await this.#flush(false);
  }

  end(): Promise<void> {
    return this.#flush(true);
  }

  async #flush(isLast: boolean): Promise<void> {
    const bytes = Buffer.from(this.#pending.join(''));
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.push(bytes, isLast);
  }

  async push(bytes: Uint8Array, isLast: boolean): Promise<void> {
    this.crc = crc32(bytes, this.crc);
    this.size += bytes.length;
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    const compressed = await compress(bytes, { level: this.#level, finishFlush });
    this.compressedSize += compressed.length;
    this.ondata?.(null, Uint8Array.from(compressed), isLast);
  }
}

export type TextFile = Pick<CompressedFile, 'write' | 'end'>;

/** A ZIP in memory. Several of its files can be written at the same time. */
export type ZipWriter = {
  /** Appends a text file. The caller ends it. */
  addText(name: string): TextFile;
  /** Adds a file whose format is compressed already. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** In bytes; text that is not compressed yet counts in full. */
  sizeSoFar(): number;
  /** The complete ZIP, after every file has ended. */
  finish(): Buffer;
};

export function createZip(): ZipWriter {
  const chunks: Uint8Array[] = [];
  const files: CompressedFile[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const open = (name: string, level: number) => {
    const file = new CompressedFile(name, level);
    files.push(file);
    zip.add(file);
    return file;
  };
  return {
    addText: (name) => open(name, constants.Z_DEFAULT_COMPRESSION),
    add: (name, bytes) => open(name, constants.Z_NO_COMPRESSION).push(bytes, true),
    sizeSoFar: () => files.reduce((sum, file) => sum + file.sizeSoFar, 0),
    finish() {
      zip.end();
      return Buffer.concat(chunks);
    },
  };
}
