import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, promises as fs } from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './manifest.ts';

export type PackedPart = { file: string; sha256: string };

/** Compresses the content into `{folder}/{file}`, and flushes it to disk. The hash is that of the compressed file. */
export async function writePart(
  folder: string,
  file: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<PackedPart> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    Readable.from(content, { objectMode: false }),
    createGzip({ level: 6 }),
    hashing,
    createWriteStream(path.join(folder, file), { mode: 0o600, flush: true }),
  );
  return { file, sha256: hash.digest('hex') };
}

/** @throws BackupError if the file is missing or changed */
export async function verifyPart(folder: string, part: PackedPart): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path.join(folder, part.file))) hash.update(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(`The backup is incomplete: ${part.file} is missing.`);
  }
  if (hash.digest('hex') !== part.sha256) {
    throw new BackupError(`The backup is damaged: ${part.file} is not what was written.`);
  }
}

/** The content of a verified part as a stream. */
export function openPart(folder: string, part: PackedPart): Readable {
  const packed = createReadStream(path.join(folder, part.file));
  const content = createGunzip();
  packed.once('error', (error) => content.destroy(error));
  return packed.pipe(content);
}

/** Yields one JSON value per line. */
export async function* readLines(folder: string, part: PackedPart): AsyncGenerator<unknown> {
  let rest = '';
  for await (const chunk of openPart(folder, part).setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}

export function* toLines(values: Iterable<unknown>): Generator<Buffer> {
  for (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Creates the folder, accessible to its owner only. */
export async function makeFolder(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
}
