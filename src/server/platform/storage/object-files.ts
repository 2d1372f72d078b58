import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, opendir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode, toStorageError, translated, unlessMissing } from './file-errors.ts';
import { decodeHeader, encodeHeader, headerBytes } from './object-header.ts';
import { isKey, type ListedObject, type ObjectInfo, StorageError } from './storage.ts';

/** A complete, flushed file that is not visible to readers yet. */
export type StagedFile = { path: string; info: ObjectInfo };

export type ObjectFiles = {
  /** Opens an object; undefined if absent. The caller closes `handle`. The content starts at byte `headerBytes`. */
  open(key: string): Promise<{ handle: FileHandle; info: ObjectInfo } | undefined>;
  /** Writes the bytes to a temporary file and flushes it. Removes it if `body` throws. */
  stage(body: AsyncIterable<Uint8Array>, contentType: string): Promise<StagedFile>;
  /**
   * Makes the file visible under its key atomically. Without `replace`, an existing object throws `exists`. If the call
   * fails, the staged file is removed.
   */
  commit(staged: StagedFile, key: string, options: { replace: boolean }): Promise<void>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<ListedObject>;
  check(): Promise<void>;
  sweepTemporary(olderThan: Date): Promise<number>;
};

// Keys cannot contain this mark, so the file `a~` of the object `a` never collides with the folder of `a/b`.
const fileMark = '~';
const folderMode = 0o700;
const fileMode = 0o600;

/**
 * The files of the disk store: `{root}/objects/{key}~` and `{root}/temporary`. Symbolic links inside `objects` are not
 * followed.
 * @throws StorageError `full` for a full disk or quota, `unavailable` for other system errors
 */
export function createObjectFiles(root: string): ObjectFiles {
  const objects = join(root, 'objects');
  const temporary = join(root, 'temporary');

  async function prepare(): Promise<void> {
    await mkdir(objects, { recursive: true, mode: folderMode });
    await mkdir(temporary, { recursive: true, mode: folderMode });
  }

  /** The folder of a key; undefined if it is missing or is not a folder. */
  async function folderOf(segments: readonly string[], create: boolean): Promise<string | undefined> {
    let folder = objects;
    for (const segment of segments) {
      const parent = folder;
      folder = join(parent, segment);
      if (create && (await makeFolder(folder))) await syncFolder(parent);
      const stats = await unlessMissing(lstat(folder));
      if (!stats?.isDirectory()) return undefined;
    }
    return folder;
  }

  async function pathOf(key: string, create: boolean): Promise<{ folder: string; path: string } | undefined> {
    const segments = key.split('/');
    const name = segments.pop() ?? '';
    const folder = await folderOf(segments, create);
    return folder === undefined ? undefined : { folder, path: join(folder, name + fileMark) };
  }

  async function writableParentOf(key: string): Promise<{ folder: string; path: string }> {
    const place = await pathOf(key, true);
    if (!place)
      throw new StorageError(
        'unavailable',
        'In the file store, a file or a link is in the place of a folder.',
      );
    return place;
  }

  async function* walk(folder: string, keyPrefix: string, prefix: string): AsyncGenerator<ListedObject> {
    const entries = await unlessMissing(opendir(folder));
    if (!entries) return;
    for await (const entry of entries) {
      const key = keyPrefix + entry.name;
      if (entry.isDirectory()) {
        const inside = `${key}/`;
        if (inside.startsWith(prefix) || prefix.startsWith(inside))
          yield* walk(join(folder, entry.name), inside, prefix);
      } else if (
        entry.isFile() &&
        key.endsWith(fileMark) &&
        isKey(key.slice(0, -fileMark.length)) &&
        key.startsWith(prefix)
      ) {
        const stats = await unlessMissing(lstat(join(folder, entry.name)));
        if (!stats) continue;
        yield {
          key: key.slice(0, -fileMark.length),
          sizeBytes: Math.max(0, stats.size - headerBytes),
          modifiedAt: stats.mtime.toISOString(),
        };
      }
    }
  }

  return {
    async open(key) {
      return await translated(async () => {
        const place = await pathOf(key, false);
        if (!place) return undefined;
        // O_NONBLOCK: a planted FIFO must not block the open; O_NOFOLLOW turns a planted link into ELOOP.
        const handle = await unlessMissing(
          open(place.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
        );
        if (!handle) return undefined;
        try {
          const stats = await handle.stat();
          if (!stats.isFile()) {
            await handle.close();
            return undefined;
          }
          const header = Buffer.alloc(headerBytes);
          const { bytesRead } = await handle.read(header, 0, headerBytes, 0);
          return { handle, info: decodeHeader(header.subarray(0, bytesRead), stats.size - headerBytes) };
        } catch (error) {
          await handle.close();
          throw error;
        }
      });
    },

    async stage(body, contentType) {
      return await translated(async () => {
        await prepare();
        const path = join(temporary, `${randomUUID()}.part`);
        const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
        const handle = await open(path, flags, fileMode);
        try {
          const hash = createHash('sha256');
          let sizeBytes = 0;
          for await (const chunk of body) {
            hash.update(chunk);
            await writeFully(handle, chunk, headerBytes + sizeBytes);
            sizeBytes += chunk.length;
          }
          const info = { sizeBytes, contentType, etag: hash.digest('hex') };
          await writeFully(handle, encodeHeader(info), 0);
          await handle.sync();
          await handle.close();
          return { path, info };
        } catch (error) {
          await handle.close();
          await unlessMissing(unlink(path));
          throw error;
        }
      });
    },

    async commit(staged, key, { replace }) {
      await translated(async () => {
        try {
          const { folder, path } = await writableParentOf(key);
          if (replace) {
            await rename(staged.path, path);
          } else {
            // link(2) fails if the name is taken, so of two writers exactly one wins; rename(2) would overwrite.
            await link(staged.path, path);
            await unlink(staged.path);
          }
          await syncFolder(folder);
        } catch (error) {
          await unlessMissing(unlink(staged.path));
          throw error;
        }
      });
    },

    async remove(key) {
      await translated(async () => {
        const place = await pathOf(key, false);
        if (!place) return;
        await unlessMissing(unlink(place.path));
        await syncFolder(place.folder);
      });
    },

    async *list(prefix) {
      try {
        yield* walk(objects, '', prefix);
      } catch (error) {
        throw toStorageError(error);
      }
    },

    async check() {
      await translated(async () => {
        await prepare();
        const path = join(temporary, `${randomUUID()}.check`);
        // This name does not end in the mark, so it is never listed as an object. The check creates a link, because
        // linking fails if the two folders are on different file systems.
        const linked = join(objects, `${fileMark}${randomUUID()}.check`);
        const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, fileMode);
        try {
          await writeFully(handle, Buffer.alloc(headerBytes), 0);
          await handle.sync();
          await link(path, linked);
          await unlink(linked);
        } finally {
          await handle.close();
          await unlessMissing(unlink(path));
        }
      });
    },

    async sweepTemporary(olderThan) {
      return await translated(async () => {
        const entries = await unlessMissing(opendir(temporary));
        let removed = 0;
        if (!entries) return removed;
        for await (const entry of entries) {
          const path = join(temporary, entry.name);
          const stats = await unlessMissing(lstat(path));
          if (!stats || stats.isDirectory() || stats.mtime > olderThan) continue;
          await unlessMissing(unlink(path));
          removed += 1;
        }
        return removed;
      });
    },
  };
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: folderMode });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** A new name is durable only after its folder was flushed. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
