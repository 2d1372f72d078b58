import type { PutGrant } from './put-grant.ts';

/** An unfinished multipart upload to `key`. The store generates `id`. */
export type MultipartUpload = { key: string; id: string };

/** `etag` without quotes, as returned to the client. */
export type StoredPart = { number: number; sizeBytes: number; etag: string };

/** A part that the client claims to have stored. */
export type SentPart = { number: number; etag: string };

/** S3's limit; parts are numbered from 1. S3 also requires at least 5 MiB of every part but the last. */
export const maxParts = 10_000;

/**
 * Uploads large files in parts. Until the upload is completed, any part may be sent again and no object exists. Methods
 * throw `StorageError`.
 */
export type MultipartStore = {
  /** @throws StorageError with code `full` if there is no room for both the parts and the joined file */
  begin(key: string, file: { contentType: string; sizeBytes: number }): Promise<MultipartUpload>;
  /** A signed URL for one part of exactly this size. A later upload of the part replaces the earlier one. */
  signPart(
    upload: MultipartUpload,
    part: { number: number; sizeBytes: number },
    expiresInSeconds: number,
  ): Promise<PutGrant>;
  /** Sorted by number; undefined if the upload does not exist (anymore). */
  listParts(upload: MultipartUpload): Promise<StoredPart[] | undefined>;
  /**
   * Creates the object from these parts, atomically for readers, and removes the parts.
   * @returns false if the upload does not exist, because it was completed or aborted
   * @throws StorageError `invalid_request` if a part is missing, out of order or has another etag; the upload then
   * remains
   */
  complete(upload: MultipartUpload, parts: readonly SentPart[]): Promise<boolean>;
  /** Removes the parts. A part that is being received is rejected after it has arrived. Idempotent. */
  abort(upload: MultipartUpload): Promise<void>;
};
