import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, opendir, readFile, rename, rm, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCode, translated, unlessMissing } from './file-errors.ts';
import type { MultipartUpload, SentPart, StoredPart } from './multipart.ts';
import type { ObjectFiles, StagedFile } from './object-files.ts';
import { decodeHeader, headerBytes } from './object-header.ts';
import { type ObjectInfo, StorageError } from './storage.ts';

export type PartFiles = {
  begin(key: string, file: { contentType: string; sizeBytes: number }): Promise<MultipartUpload>;
  isOpen(upload: MultipartUpload): Promise<boolean>;
  /**
   * Turns a staged file, which is written but not visible yet, into a part.
   * @returns false if the upload is no longer open; the staged file is then removed
   */
  put(upload: MultipartUpload, number: number, staged: StagedFile): Promise<boolean>;
  list(upload: MultipartUpload): Promise<StoredPart[] | undefined>;
  complete(upload: MultipartUpload, parts: readonly SentPart[]): Promise<boolean>;
  abort(upload: MultipartUpload): Promise<void>;
  /** Removes uploads without activity since `olderThan`, and leftovers of interrupted removals. @returns how many */
  sweep(olderThan: Date): Promise<number>;
};

const manifestName = 'upload.json';
const manifestSchema = z.object({ key: z.string(), contentType: z.string() });
/** Appended to the name of a folder before it is removed, so that no part can be moved into it meanwhile. */
const abortedEnding = '.aborted';
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const partPattern = /^\d{5}$/;
/** Large reads, so that copying gigabytes takes few turns of the event loop. */
const copyChunkBytes = 1024 * 1024;

/**
 * Parts of unfinished uploads, in `{root}/multipart/{id}`. Each part is a staged file, with its header, that was moved
 * there. The joined file is staged, too, and then linked under its key, so that a crash at any moment leaves the parts,
 * the object, or both; a later sweep removes the parts.
 */
export function createPartFiles(root: string, files: ObjectFiles): PartFiles {
  const uploads = join(root, 'multipart');
  const folderOf = (id: string) => join(uploads, id);
  const partName = (number: number) => String(number).padStart(5, '0');

  async function readManifest({ key, id }: MultipartUpload): Promise<{ contentType: string } | undefined> {
    if (!idPattern.test(id)) return undefined;
    const text = await unlessMissing(readFile(join(folderOf(id), manifestName), 'utf8'));
    if (!text) return undefined;
    const manifest = manifestSchema.parse(JSON.parse(text));
    return manifest.key === key ? manifest : undefined;
  }

  async function readPartInfo(id: string, number: number): Promise<ObjectInfo | undefined> {
    const handle = await unlessMissing(
      open(join(folderOf(id), partName(number)), constants.O_RDONLY | constants.O_NOFOLLOW),
    );
    if (!handle) return undefined;
    try {
      const header = Buffer.alloc(headerBytes);
      await handle.read(header, 0, headerBytes, 0);
      return decodeHeader(header, (await handle.stat()).size - headerBytes);
    } finally {
      await handle.close();
    }
  }

  async function assertStored(id: string, parts: readonly SentPart[]): Promise<void> {
    if (parts.length === 0) throw new StorageError('invalid_request', 'An upload needs at least one part.');
    for (const [index, { number, etag }] of parts.entries()) {
      const stored = number === index + 1 ? await readPartInfo(id, number) : undefined;
      if (stored?.etag !== etag) {
        throw new StorageError('invalid_request', `Part ${number} is not what was sent.`);
      }
    }
  }

  async function* joined(id: string, parts: readonly SentPart[]): AsyncGenerator<Uint8Array> {
    for (const { number } of parts) {
      const handle = await open(join(folderOf(id), partName(number)), constants.O_RDONLY);
      yield* handle.createReadStream({ start: headerBytes, highWaterMark: copyChunkBytes });
    }
  }

  async function removeFolder(id: string): Promise<void> {
    const aborted = folderOf(id) + abortedEnding;
    await unlessMissing(rename(folderOf(id), aborted));
    await rm(aborted, { recursive: true, force: true });
  }

  return {
    async begin(key, { contentType, sizeBytes }) {
      return await translated(async () => {
        await mkdir(uploads, { recursive: true, mode: 0o700 });
        const { bavail, bsize } = await statfs(uploads);
        // Room for the parts, and for the joined file beside them.
        if (sizeBytes * 2 > bavail * bsize) {
          throw new StorageError('full', 'There is no room for a file of this size.');
        }
        const id = randomUUID();
        await mkdir(folderOf(id), { mode: 0o700 });
        const handle = await open(join(folderOf(id), manifestName), 'wx', 0o600);
        try {
          await handle.writeFile(JSON.stringify({ key, contentType }));
          await handle.sync();
        } finally {
          await handle.close();
        }
        return { key, id };
      });
    },

    async isOpen(upload) {
      return await translated(async () => (await readManifest(upload)) !== undefined);
    },

    async put(upload, number, staged) {
      return await translated(async () => {
        try {
          if (!(await readManifest(upload))) throw new StorageError('invalid_request', 'Not open.');
          await rename(staged.path, join(folderOf(upload.id), partName(number)));
          return true;
        } catch (error) {
          await unlessMissing(unlink(staged.path));
          if (error instanceof StorageError || systemCode(error) === 'ENOENT') return false;
          throw error;
        }
      });
    },

    async list(upload) {
      return await translated(async () => {
        if (!(await readManifest(upload))) return undefined;
        const entries = await unlessMissing(opendir(folderOf(upload.id)));
        if (!entries) return undefined;
        const parts: StoredPart[] = [];
        for await (const { name } of entries) {
          const number = Number(name);
          const info = partPattern.test(name) ? await readPartInfo(upload.id, number) : undefined;
          if (info) parts.push({ number, sizeBytes: info.sizeBytes, etag: info.etag });
        }
        return parts.sort((a, b) => a.number - b.number);
      });
    },

    async complete(upload, parts) {
      return await translated(async () => {
        const manifest = await readManifest(upload);
        if (!manifest) return false;
        await assertStored(upload.id, parts);
        const staged = await files.stage(joined(upload.id, parts), manifest.contentType);
        try {
          await files.commit(staged, upload.key, { replace: false });
        } catch (error) {
          if (!(error instanceof StorageError && error.code === 'exists')) throw error;
          // An earlier call created the object but did not remove the parts, or two calls created it concurrently.
          const present = await files.open(upload.key);
          await present?.handle.close();
          if (present?.info.etag !== staged.info.etag) throw error;
        }
        await removeFolder(upload.id);
        return true;
      });
    },

    async abort({ id }) {
      if (!idPattern.test(id)) return;
      await translated(() => removeFolder(id));
    },

    async sweep(olderThan) {
      return await translated(async () => {
        const entries = await unlessMissing(opendir(uploads));
        let removed = 0;
        if (!entries) return removed;
        for await (const { name } of entries) {
          const id = name.endsWith(abortedEnding) ? name.slice(0, -abortedEnding.length) : name;
          // Each arriving part updates the folder's modification time.
          const stats = await unlessMissing(lstat(join(uploads, name)));
          if (!idPattern.test(id) || !stats?.isDirectory() || stats.mtime > olderThan) continue;
          await removeFolder(id);
          removed += 1;
        }
        return removed;
      });
    },
  };
}
