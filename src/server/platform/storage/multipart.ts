import type { PutGrant } from './put-grant.ts';

/** An upload in parts on its way to `key`; `id` is the store's own. */
export type MultipartUpload = { key: string; id: string };

/** `etag` without quotes, as the sender was answered. */
export type StoredPart = { number: number; sizeBytes: number; etag: string };

/** What a sender claims to have stored. */
export type SentPart = { number: number; etag: string };

/** S3's own bounds: parts are numbered from 1 and all but the last have at least 5 MiB. */
export const maxParts = 10_000;

/**
 * Uploads large files in parts, any of which may be sent again until the upload is completed. The key does not exist
 * before. Methods throw `StorageError`.
 */
export type MultipartStore = {
  /** Throws `full` when there will be no room for the parts and the file made of them. */
  begin(key: string, file: { contentType: string; sizeBytes: number }): Promise<MultipartUpload>;
  /** Signed address for one part of exactly this size. A later upload of the part replaces the earlier one. */
  signPart(
    upload: MultipartUpload,
    part: { number: number; sizeBytes: number },
    expiresInSeconds: number,
  ): Promise<PutGrant>;
  /** By number; undefined when there is no such upload (any more). */
  listParts(upload: MultipartUpload): Promise<StoredPart[] | undefined>;
  /**
   * Creates the object from these parts, atomically for readers, and removes the parts.
   * @returns false when there is no such upload, because it was completed or aborted. Throws `invalid_request` when a
   * part is missing, out of order or has another etag; the upload then stays.
   */
  complete(upload: MultipartUpload, parts: readonly SentPart[]): Promise<boolean>;
  /** Removes the parts. A part that is still being sent is rejected at its end. Idempotent. */
  abort(upload: MultipartUpload): Promise<void>;
};
