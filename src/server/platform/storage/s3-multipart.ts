import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { MultipartStore, StoredPart } from './multipart.ts';
import { assertMediaType, assertPutOptions, parseKey, StorageError } from './storage.ts';

export type S3Multipart = MultipartStore & {
  /** Removes all unfinished uploads that began before `olderThan`. @returns the number removed */
  sweep(olderThan: Date): Promise<number>;
};

/** S3 responds only after it has joined the parts, which can be gigabytes. */
const completeTimeoutMs = 5 * 60_000;

type Infrastructure = {
  client: S3Client;
  Bucket: string;
  now: () => Date;
  /** Runs a call to the service and converts its errors. */
  call<T>(work: () => Promise<T>): Promise<T>;
  /** Like `call`, but undefined if the object or the multipart upload does not exist. */
  callForObject<T>(work: () => Promise<T>): Promise<T | undefined>;
};

/** Multipart uploads on S3. Browsers need `ETag` among the headers that the bucket's CORS rules expose. */
export function createS3Multipart({ client, Bucket, now, call, callForObject }: Infrastructure): S3Multipart {
  const abort: MultipartStore['abort'] = async ({ key, id }) => {
    const command = new AbortMultipartUploadCommand({ Bucket, Key: parseKey(key), UploadId: id });
    await callForObject(() => client.send(command));
  };

  return {
    async begin(key, { contentType }) {
      assertMediaType(contentType);
      const command = new CreateMultipartUploadCommand({
        Bucket,
        Key: parseKey(key),
        ContentType: contentType,
      });
      const { UploadId } = await call(() => client.send(command));
      if (!UploadId) throw new StorageError('unavailable', 'The object store returned no upload ID.');
      return { key, id: UploadId };
    },

    async signPart({ key, id }, { number, sizeBytes }, expiresInSeconds) {
      assertPutOptions({ maxBytes: sizeBytes, exactBytes: sizeBytes, expiresInSeconds });
      const signedAt = now();
      const command = new UploadPartCommand({
        Bucket,
        Key: parseKey(key),
        UploadId: id,
        PartNumber: number,
        ContentLength: sizeBytes,
      });
      const url = await getSignedUrl(client, command, { expiresIn: expiresInSeconds, signingDate: signedAt });
      const expiresAt = new Date(signedAt.getTime() + expiresInSeconds * 1000).toISOString();
      return { url, method: 'PUT', headers: {}, expiresAt };
    },

    async listParts({ key, id }) {
      const Key = parseKey(key);
      const parts: StoredPart[] = [];
      let marker: string | undefined;
      do {
        const command = new ListPartsCommand({ Bucket, Key, UploadId: id, PartNumberMarker: marker });
        const page = await callForObject(() => client.send(command));
        if (!page) return undefined;
        for (const { PartNumber: number = 0, Size: sizeBytes = 0, ETag = '' } of page.Parts ?? []) {
          parts.push({ number, sizeBytes, etag: ETag.replaceAll('"', '') });
        }
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
      return parts;
    },

    async complete({ key, id }, parts) {
      const command = new CompleteMultipartUploadCommand({
        Bucket,
        Key: parseKey(key),
        UploadId: id,
        MultipartUpload: {
          Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: `"${etag}"` })),
        },
      });
      const result = await callForObject(() => client.send(command, { requestTimeout: completeTimeoutMs }));
      return result !== undefined;
    },

    abort,

    async sweep(olderThan) {
      let removed = 0;
      let keyMarker: string | undefined;
      let idMarker: string | undefined;
      do {
        const command = new ListMultipartUploadsCommand({
          Bucket,
          KeyMarker: keyMarker,
          UploadIdMarker: idMarker,
        });
        const page = await call(() => client.send(command));
        for (const { Key: key, UploadId: id, Initiated: begun } of page.Uploads ?? []) {
          if (key === undefined || id === undefined || !begun || begun > olderThan) continue;
          await abort({ key, id });
          removed += 1;
        }
        keyMarker = page.IsTruncated ? page.NextKeyMarker : undefined;
        idMarker = page.IsTruncated ? page.NextUploadIdMarker : undefined;
      } while (keyMarker !== undefined);
      return removed;
    },
  };
}
