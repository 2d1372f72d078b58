import type { Readable } from 'node:stream';
import { acceptPut, type PutRequest, type PutResult } from './disk-uploads.ts';
import { FileBytes } from './file-bytes.ts';
import { maxParts } from './multipart.ts';
import { createObjectFiles } from './object-files.ts';
import { headerBytes } from './object-header.ts';
import { createPartFiles } from './part-files.ts';
import { createUrlSigner } from './signed-url.ts';
import {
  assertMediaType,
  assertPutOptions,
  clampRange,
  closingOnFailure,
  parseKey,
  parsePrefix,
  type Storage,
  StorageError,
} from './storage.ts';

export type DiskStorageOptions = {
  /** Folder of the store; created if absent. */
  root: string;
  /** Origin (and path) of the signed URLs: `{baseUrl}/uploads/{key}`. */
  baseUrl: () => string;
  /** At least 16 bytes; signs the URLs. */
  secret: Buffer | string;
  now?: () => Date;
  /** A client that sends fewer than 4 KiB in this time gets 408. */
  stallTimeoutMs?: number;
};

/** The disk store and the method for its HTTP route, `PUT /uploads/{key}`. */
export type DiskStorage = Storage & {
  /** Receives the bytes of a signed PUT. Never throws. If it rejects the request, `body` may remain unread. */
  acceptPut(request: PutRequest): Promise<PutResult>;
};

/** Files in a local folder, behind signed URLs of this server. Creates no folder before the first write or check. */
export function createDiskStorage(options: DiskStorageOptions): DiskStorage {
  const now = options.now ?? (() => new Date());
  const files = createObjectFiles(options.root);
  const parts = createPartFiles(options.root, files);
  const signer = createUrlSigner(options.secret);
  const route = {
    files,
    parts,
    signer,
    now,
    receiving: new Map<string, number>(),
    stallTimeoutMs: options.stallTimeoutMs ?? 30_000,
  };

  const urlOf = (key: string, query: string) =>
    `${options.baseUrl().replace(/\/+$/, '')}/uploads/${key}?${query}`;
  const expiryAfter = (seconds: number) => Math.floor(now().getTime() / 1000) + seconds;

  return {
    async signPut(key, put) {
      parseKey(key);
      assertPutOptions(put);
      const expiresAt = expiryAfter(put.expiresInSeconds);
      const { maxBytes, exactBytes, contentType } = put;
      return {
        url: urlOf(key, signer.putQuery({ key, expiresAt, maxBytes, exactBytes, contentType })),
        method: 'PUT',
        headers: { ...(contentType !== undefined && { 'content-type': contentType }) },
        expiresAt: new Date(expiresAt * 1000).toISOString(),
      };
    },

    async head(key) {
      const opened = await files.open(parseKey(key));
      await opened?.handle.close();
      return opened?.info;
    },

    async read(key, range) {
      const opened = await files.open(parseKey(key));
      if (!opened) return undefined;
      const { handle, info } = opened;
      try {
        const { start, end } = range
          ? clampRange(range, info.sizeBytes)
          : { start: 0, end: info.sizeBytes - 1 };
        return { info, body: new FileBytes(handle, { start: headerBytes + start, end: headerBytes + end }) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    write: (key, body, { contentType }) =>
      closingOnFailure(body, async () => {
        parseKey(key);
        assertMediaType(contentType);
        const staged = await files.stage(chunksOf(body), contentType);
        await files.commit(staged, key, { replace: true });
        return staged.info;
      }),

    async remove(key) {
      await files.remove(parseKey(key));
    },

    multipart: {
      async begin(key, file) {
        parseKey(key);
        assertMediaType(file.contentType);
        return await parts.begin(key, file);
      },
      async signPart({ key, id }, { number, sizeBytes }, expiresInSeconds) {
        parseKey(key);
        assertPutOptions({ maxBytes: sizeBytes, exactBytes: sizeBytes, expiresInSeconds });
        if (!(Number.isInteger(number) && number >= 1 && number <= maxParts)) {
          throw new StorageError('invalid_request', `Parts are numbered from 1 to ${maxParts}.`);
        }
        const expiresAt = expiryAfter(expiresInSeconds);
        const terms = { key, uploadId: id, number, expiresAt, exactBytes: sizeBytes };
        return {
          url: urlOf(key, signer.partQuery(terms)),
          method: 'PUT',
          headers: {},
          expiresAt: new Date(expiresAt * 1000).toISOString(),
        };
      },
      listParts: (upload) => parts.list(upload),
      complete: (upload, sent) => parts.complete(upload, sent),
      abort: (upload) => parts.abort(upload),
    },

    list: (prefix) => files.list(parsePrefix(prefix)),
    check: () => files.check(),
    close: async () => {},
    acceptPut: (request) => acceptPut(route, request),
    async sweepTemporary(olderThanMs) {
      const before = new Date(now().getTime() - olderThanMs);
      return (await files.sweepTemporary(before)) + (await parts.sweep(before));
    },
  };
}

async function* chunksOf(body: Buffer | Readable): AsyncGenerator<Uint8Array> {
  if (Buffer.isBuffer(body)) {
    yield body;
    return;
  }
  for await (const chunk of body) {
    if (typeof chunk === 'string') yield Buffer.from(chunk);
    else if (chunk instanceof Uint8Array) yield chunk;
    else throw new TypeError('A stored stream must yield bytes or text.');
  }
}
