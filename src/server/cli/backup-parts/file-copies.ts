import { createHash, randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createDiskStorage } from '../../platform/storage/disk-storage.ts';
import { encryptedHeaderLength, headerPrefixBytes } from '../../platform/storage/encrypted-object.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { documentsPrefix, quarantinePrefix } from '../../platform/storage/upload-objects.ts';
import { BackupError, type Manifest, readIfPresent } from './manifest.ts';
import { readLines, toLines, writePart } from './packed-part.ts';

type CopiedFile = {
  key: string;
  sizeBytes: number;
  contentType: string;
  sha256: string;
  /** The store's etag of the copied version. */
  etag: string;
  keyId: string | null;
};

/**
 * A disk store in the backup's folder: it stores type and hash with each file, and writes atomically. Its etags are the
 * SHA-256 hashes of the files.
 */
function openCopies(folder: string): Storage {
  return createDiskStorage({
    root: path.join(folder, 'files'),
    // URLs are not signed here.
    baseUrl: () => 'http://localhost',
    secret: randomBytes(32),
  });
}

const progressName = 'files.part.jsonl';

/**
 * Copies every object as stored, so that encrypted files stay encrypted. Uploads that have not been inspected are left
 * out, because they are not encrypted. An interrupted backup continues where it stopped. A file that is deleted before
 * it is copied is left out.
 * @returns the part of the manifest about files, and the ids of the keys that the encrypted files need
 */
export async function copyFilesOut(
  store: Storage,
  folder: string,
): Promise<{ files: Manifest['files']; keyIds: Set<string> }> {
  const copies = openCopies(folder);
  const done = await readProgress(folder);
  const progress = await fs.open(path.join(folder, progressName), 'a', 0o600);
  const copied: CopiedFile[] = [];
  try {
    for await (const { key } of store.list('')) {
      if (key.startsWith(quarantinePrefix)) continue;
      const earlier = done.get(key);
      const file =
        earlier && (await isUnchanged(store, copies, earlier)) ? earlier : await copyOne(store, copies, key);
      if (!file) continue;
      if (file !== earlier) await progress.write(`${JSON.stringify(file)}\n`);
      copied.push(file);
    }
  } finally {
    await progress.close();
  }
  await removeStrays(copies, new Set(copied.map(({ key }) => key)));
  const index = await writePart(folder, 'files.jsonl.gz', toLines(copied));
  await fs.rm(path.join(folder, progressName));
  return {
    files: { ...index, count: copied.length, bytes: copied.reduce((sum, file) => sum + file.sizeBytes, 0) },
    keyIds: new Set(copied.flatMap(({ keyId }) => keyId ?? [])),
  };
}

/** Reads the complete lines. Removes an incomplete last line, because the next line would continue it. */
async function readProgress(folder: string): Promise<Map<string, CopiedFile>> {
  const file = path.join(folder, progressName);
  const text = (await readIfPresent(file)) ?? '';
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete !== text) await fs.truncate(file, Buffer.byteLength(complete));
  const files = new Map<string, CopiedFile>();
  for (const line of complete.split('\n').slice(0, -1)) {
    const copied: CopiedFile = JSON.parse(line);
    files.set(copied.key, copied);
  }
  return files;
}

async function isUnchanged(store: Storage, copies: Storage, file: CopiedFile): Promise<boolean> {
  const [current, copy] = await Promise.all([store.head(file.key), copies.head(file.key)]);
  return current?.etag === file.etag && copy?.etag === file.sha256;
}

async function copyOne(store: Storage, copies: Storage, key: string): Promise<CopiedFile | undefined> {
  const found = await store.read(key);
  if (!found) return undefined;
  const { sizeBytes, contentType, etag } = found.info;
  let head = Buffer.alloc(0);
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of found?.body ?? []) {
      const bytes = Buffer.from(chunk);
      if (head.length < maxHeaderBytes) head = Buffer.concat([head, bytes.subarray(0, maxHeaderBytes)]);
      yield bytes;
    }
  }
  const written = await copies.write(key, Readable.from(watched(), { objectMode: false }), { contentType });
  if (written.sizeBytes !== sizeBytes) {
    throw new BackupError(
      `${key} has ${written.sizeBytes} bytes instead of ${sizeBytes}. Run the backup again.`,
    );
  }
  const keyId = key.startsWith(documentsPrefix) ? keyIdOf(head) : null;
  return { key, sizeBytes, contentType, sha256: written.etag, etag, keyId };
}

/** Enough bytes for the header of an encrypted object: its prefix and the wrapped data key, `s1.{key id}.…`. */
const maxHeaderBytes = 512;

function keyIdOf(head: Buffer): string | null {
  const length = encryptedHeaderLength(head);
  if (length === undefined) return null;
  return head.toString('latin1', headerPrefixBytes, Math.min(length, head.length)).split('.')[1] ?? null;
}

/** Removes unfinished copies, and copies of files that were erased after an earlier attempt copied them. */
async function removeStrays(copies: Storage, wanted: ReadonlySet<string>): Promise<void> {
  for await (const { key } of copies.list('')) if (!wanted.has(key)) await copies.remove(key);
  await copies.sweepTemporary(0);
}

/**
 * Writes the files of a backup to the store. Identical files are skipped, so that an interrupted restore continues
 * where it stopped.
 * @returns how many files were written, and how many were skipped
 * @throws BackupError if a file is missing from the backup or damaged
 */
export async function copyFilesIn(
  folder: string,
  index: Manifest['files'],
  store: Storage,
): Promise<{ written: number; present: number }> {
  const copies = openCopies(folder);
  const result = { written: 0, present: 0 };
  for await (const line of readLines(folder, index)) {
    const file = line as CopiedFile;
    if (await isSame(store, file)) {
      result.present += 1;
      continue;
    }
    const copy = await copies.read(file.key);
    if (!copy) throw new BackupError(`The backup is incomplete: the file ${file.key} is missing.`);
    const hash = createHash('sha256');
    async function* watched(body: Readable): AsyncGenerator<Buffer> {
      for await (const chunk of body) {
        hash.update(chunk);
        yield chunk;
      }
      // Thrown before the end of the stream, so that the store never shows the object.
      if (hash.copy().digest('hex') !== file.sha256) {
        throw new BackupError(`The backup is damaged: the file ${file.key} is not what was written.`);
      }
    }
    await store.write(file.key, Readable.from(watched(copy.body), { objectMode: false }), {
      contentType: file.contentType,
    });
    result.written += 1;
  }
  return result;
}

async function isSame(store: Storage, file: CopiedFile): Promise<boolean> {
  const info = await store.head(file.key);
  if (info?.sizeBytes !== file.sizeBytes || info.contentType !== file.contentType) return false;
  const found = await store.read(file.key);
  const hash = createHash('sha256');
  for await (const chunk of found?.body ?? []) hash.update(chunk);
  return hash.digest('hex') === file.sha256;
}
