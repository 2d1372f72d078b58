import { Readable } from 'node:stream';
import type { MultipartStore } from './multipart.ts';
import type { PutGrant } from './put-grant.ts';

/** `etag` is opaque and without quotes; it changes whenever the bytes do. */
export type ObjectInfo = { sizeBytes: number; contentType: string; etag: string };

/** Byte positions, both inclusive. An `end` beyond the object means up to its last byte. */
export type ByteRange = { start: number; end: number };

export type PutOptions = {
  maxBytes: number;
  exactBytes?: number;
  contentType?: string;
  expiresInSeconds: number;
};

export type ListedObject = { key: string; sizeBytes: number; modifiedAt: string };

/**
 * The file store: a local folder or an S3 bucket, with the same behavior (`contract.test.ts`). Its failures are
 * `StorageError`s, also for a key that `parseKey` rejects.
 */
export type Storage = {
  /**
   * A signed URL for one PUT to a key that does not exist yet. The URL enforces `contentType` and `exactBytes` if
   * given. The local folder enforces `maxBytes` while it receives the bytes; on S3, a signature cannot limit an unknown
   * length, so call `head` afterwards. Without `contentType`, the object has the type that the client claimed.
   */
  signPut(key: string, options: PutOptions): Promise<PutGrant>;
  /** Undefined if absent. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /**
   * The bytes as a stream; undefined if absent. `info.sizeBytes` is the complete object's size, also for a range. A
   * range that starts past the end throws `invalid_range`. The caller reads `body` to its end or destroys it.
   */
  read(key: string, range?: ByteRange): Promise<{ info: ObjectInfo; body: Readable } | undefined>;
  /**
   * Stores or replaces an object. Readers see the old object or the new one, never a part. A stream is read to its end,
   * or destroyed if it could not be stored. The stream's own error is thrown unchanged, except that the error of a
   * download from S3 is thrown as `unavailable`.
   */
  write(key: string, body: Buffer | Readable, options: { contentType: string }): Promise<ObjectInfo>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
  /** Every object whose key starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  multipart: MultipartStore;
  /** Removes leftovers of interrupted writes and multipart uploads. @returns how many files and uploads */
  sweepTemporary(olderThanMs: number): Promise<number>;
  /** Checks that the store is writable. @throws StorageError if it is not */
  check(): Promise<void>;
  close(): Promise<void>;
};

export type StorageErrorCode =
  | 'unavailable'
  | 'full'
  | 'too_large'
  | 'exists'
  | 'damaged'
  | 'invalid_key'
  | 'invalid_range'
  | 'invalid_request';

/** Any failure of a store. `cause` is the original error, for the log. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The maximum lifetime of a signed URL for an upload. */
export const maxPutSeconds = 15 * 60;

const keyPattern = /^[a-z0-9][a-z0-9/_.-]{0,200}$/;
const prefixPattern = /^(?:[a-z0-9][a-z0-9/_.-]{0,200})?$/;
const mediaTypePattern = /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,60}$/;

/** Whether the key is well formed. A valid key cannot leave the store's root. */
export function isKey(key: string): boolean {
  return (
    keyPattern.test(key) &&
    !key.includes('..') &&
    key.split('/').every((segment) => segment !== '' && segment !== '.')
  );
}

/** Returns the key if it is well formed. @throws StorageError `invalid_key` */
export function parseKey(key: string): string {
  if (!isKey(key)) throw new StorageError('invalid_key', 'This is not a key of the file store.');
  return key;
}

/** Like `parseKey` for the beginning of a key; the empty prefix matches everything. */
export function parsePrefix(prefix: string): string {
  if (
    !prefixPattern.test(prefix) ||
    prefix.includes('..') ||
    prefix.includes('//') ||
    prefix.includes('/./')
  ) {
    throw new StorageError('invalid_key', 'This is not a prefix of keys of the file store.');
  }
  return prefix;
}

/** The type/subtype of a Content-Type header in lowercase, without parameters; undefined if malformed. */
export function parseMediaType(header: string | undefined): string | undefined {
  const essence = header?.split(';', 1)[0]?.trim().toLowerCase();
  return essence !== undefined && mediaTypePattern.test(essence) ? essence : undefined;
}

/**
 * @throws StorageError `invalid_request` for a lifetime, size or type that must not be signed; `too_large` if
 * `exactBytes` exceeds `maxBytes`
 */
export function assertPutOptions(options: PutOptions): void {
  if (!isPositiveInteger(options.expiresInSeconds) || options.expiresInSeconds > maxPutSeconds) {
    throw invalidRequest(`expiresInSeconds must be a whole number from 1 to ${maxPutSeconds}.`);
  }
  if (!isPositiveInteger(options.maxBytes)) throw invalidRequest('maxBytes must be a positive whole number.');
  if (options.exactBytes !== undefined) {
    if (!isPositiveInteger(options.exactBytes))
      throw invalidRequest('exactBytes must be a positive whole number.');
    if (options.exactBytes > options.maxBytes) {
      throw new StorageError(
        'too_large',
        `The file has ${options.exactBytes} bytes; at most ${options.maxBytes} are allowed.`,
      );
    }
  }
  if (options.contentType !== undefined) assertMediaType(options.contentType);
}

export function assertMediaType(contentType: string): void {
  if (parseMediaType(contentType) !== contentType) {
    throw invalidRequest('contentType must be a lowercase media type without parameters.');
  }
}

/** Runs `store`. If `store` fails, destroys the stream `body`, whose file or socket would otherwise stay open. */
export async function closingOnFailure<T>(body: Buffer | Readable, store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (body instanceof Readable) body.destroy();
    throw error;
  }
}

/** @throws StorageError `invalid_range` unless the range is ordered and starts inside the object */
export function clampRange(range: ByteRange, sizeBytes: number): ByteRange {
  const ordered = Number.isSafeInteger(range.start) && range.start >= 0 && range.end >= range.start;
  if (!ordered || range.start >= sizeBytes) {
    throw new StorageError('invalid_range', 'The requested range is not satisfiable.');
  }
  return { start: range.start, end: Math.min(range.end, sizeBytes - 1) };
}

function isPositiveInteger(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function invalidRequest(message: string): StorageError {
  return new StorageError('invalid_request', message);
}
