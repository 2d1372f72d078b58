import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createS3Multipart } from './s3-multipart.ts';
import { writeObject } from './s3-write.ts';
import {
  assertMediaType,
  assertPutOptions,
  closingOnFailure,
  isKey,
  type ObjectInfo,
  parseKey,
  parsePrefix,
  type Storage,
  StorageError,
} from './storage.ts';

/**
 * If a client stops reading a download, the download keeps its socket. With a limit on sockets, such downloads would
 * block all other calls.
 */
const anySockets = { maxSockets: Number.POSITIVE_INFINITY };

export type S3StorageOptions = {
  /** For S3-compatible services; defaults to AWS's endpoint for the region. Browsers PUT to it too. */
  endpoint?: string;
  region: string;
  /** Private. Its CORS rule lets the site send a PUT with `content-type` and `if-none-match`, and read `ETag`. */
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
  requestTimeoutMs?: number;
  maxAttempts?: number;
  now?: () => Date;
};

// Keys cannot contain `~`, so this object is never listed.
const readinessKey = '~readiness';

/** Files in an S3 bucket. Opens no connection until first used. */
export function createS3Storage(options: S3StorageOptions): Storage {
  const { bucket: Bucket } = options;
  const now = options.now ?? (() => new Date());
  const client = new S3Client({
    region: options.region,
    ...(options.endpoint !== undefined && { endpoint: options.endpoint }),
    forcePathStyle: options.forcePathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // By default, a signed PUT URL contains the checksum of an empty body, which the uploaded body does not match.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: options.maxAttempts ?? 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: options.requestTimeoutMs ?? 20_000,
      throwOnRequestTimeout: true,
      socketTimeout: 120_000,
      httpAgent: anySockets,
      httpsAgent: anySockets,
    },
  });
  const circuit = createCircuitBreaker({
    failures: 5,
    coolDownMs: 10_000,
    isFailure: (error) => error instanceof StorageError && error.code === 'unavailable',
    whenOpen: (failure) => {
      const { message } = toStorageError(failure);
      return new StorageError('unavailable', `${message} Waiting before trying again.`, { cause: failure });
    },
  });

  /** Calls the service through the circuit breaker, and converts errors. */
  function call<T>(work: () => Promise<T>): Promise<T> {
    return circuit.run(async () => {
      try {
        return await work();
      } catch (error) {
        throw toStorageError(error);
      }
    });
  }

  /** Like `call`, but undefined if the object or the multipart upload does not exist. */
  function callForObject<T>(work: () => Promise<T>): Promise<T | undefined> {
    return call(async () => {
      try {
        return await work();
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    });
  }

  // The check writes an object, which is billed, and anyone may request /readyz. The result is therefore cached.
  let lastCheck: { at: number; result: Promise<void> } | undefined;
  const multipart = createS3Multipart({ client, Bucket, now, call, callForObject });
  const objectBodies = new WeakSet<Readable>();

  return {
    async signPut(key, put) {
      assertPutOptions(put);
      const signedAt = now();
      const command = new PutObjectCommand({
        Bucket,
        Key: parseKey(key),
        ...(put.exactBytes !== undefined && { ContentLength: put.exactBytes }),
        ...(put.contentType !== undefined && { ContentType: put.contentType }),
        IfNoneMatch: '*',
      });
      const url = await getSignedUrl(client, command, {
        expiresIn: put.expiresInSeconds,
        signingDate: signedAt,
        // The presigner leaves the type unsigned by default. Without a type, the SDK adds its own, which must not be
        // signed.
        ...(put.contentType !== undefined && { signableHeaders: new Set(['content-type']) }),
      });
      return {
        url,
        method: 'PUT',
        headers: {
          ...(put.contentType !== undefined && { 'content-type': put.contentType }),
          'if-none-match': '*',
        },
        expiresAt: new Date(signedAt.getTime() + put.expiresInSeconds * 1000).toISOString(),
      };
    },

    async head(key) {
      const Key = parseKey(key);
      const output = await callForObject(() => client.send(new HeadObjectCommand({ Bucket, Key })));
      return output && toObjectInfo(output, output.ContentLength);
    },

    async read(key, range) {
      const Key = parseKey(key);
      if (range && !(range.start >= 0 && range.end >= range.start)) {
        throw new StorageError('invalid_range', 'The requested range is not satisfiable.');
      }
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      });
      const output = await callForObject(() => client.send(command));
      if (!output) return undefined;
      if (!(output.Body instanceof Readable)) {
        throw new StorageError('unavailable', 'The object store returned no readable body.');
      }
      objectBodies.add(output.Body);
      const total = /\/(\d+)$/.exec(output.ContentRange ?? '')?.[1];
      return { info: toObjectInfo(output, total ? Number(total) : output.ContentLength), body: output.Body };
    },

    write: (key, body, { contentType }) =>
      closingOnFailure(body, async () => {
        const Key = parseKey(key);
        assertMediaType(contentType);
        const stored = await call(() =>
          writeObject(client, { Bucket, Key, contentType }, body).catch((error: unknown) => {
            // If `body` itself failed, the store is not at fault, unless `body` is a download from the same store.
            if (body instanceof Readable && body.errored && !objectBodies.has(body)) return body.errored;
            throw error;
          }),
        );
        if (stored instanceof Error) throw stored;
        return stored;
      }),

    async remove(key) {
      const Key = parseKey(key);
      await callForObject(() => client.send(new DeleteObjectCommand({ Bucket, Key })));
    },

    async *list(prefix) {
      const Prefix = parsePrefix(prefix);
      let continuation: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: continuation });
        const page = await call(() => client.send(command));
        for (const { Key: key, Size: sizeBytes = 0, LastModified: modified } of page.Contents ?? []) {
          if (key === undefined || !isKey(key)) continue;
          yield { key, sizeBytes, modifiedAt: (modified ?? new Date(0)).toISOString() };
        }
        continuation = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (continuation !== undefined);
    },

    multipart,
    // An interrupted write leaves no object, but possibly parts.
    sweepTemporary: (olderThanMs) => multipart.sweep(new Date(now().getTime() - olderThanMs)),

    async check() {
      const at = performance.now();
      if (!lastCheck || at - lastCheck.at > 1_000) {
        const put = new PutObjectCommand({ Bucket, Key: readinessKey, Body: 'writable' });
        lastCheck = { at, result: call(async () => void (await client.send(put))) };
      }
      await lastCheck.result;
    },

    async close() {
      client.destroy();
    },
  };
}

function toObjectInfo(
  output: { ContentType?: string | undefined; ETag?: string | undefined },
  sizeBytes: number | undefined,
): ObjectInfo {
  if (sizeBytes === undefined)
    throw new StorageError('unavailable', 'The object store did not state the size.');
  return {
    sizeBytes,
    contentType: output.ContentType ?? 'application/octet-stream',
    etag: (output.ETag ?? '').replaceAll('"', ''),
  };
}

/**
 * Whether S3 returned "no such object" or "no such upload". A missing bucket is a configuration error and does not
 * count, except in the response to a HEAD request, which has no body with the error code.
 */
function isAbsent(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || error.name === 'NoSuchBucket') return false;
  return error.name === 'NoSuchKey' || error.name === 'NotFound' || error.$metadata.httpStatusCode === 404;
}

/** Converts an SDK error for the rest of the server. Our own errors pass unchanged. */
function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof AggregateError) {
    // If a write failed and its parts could not be removed, the first error is the reason why the write failed.
    const { code, message } = toStorageError(error.errors[0]);
    return new StorageError(code, message, { cause: error });
  }
  const name = error instanceof Error ? error.name : 'unknown error';
  const status = (error as Partial<S3ServiceException> | undefined)?.$metadata?.httpStatusCode;
  const cause = { cause: error };
  if (name === 'InvalidRange' || status === 416) {
    return new StorageError('invalid_range', 'The requested range is not satisfiable.', cause);
  }
  if (name === 'PreconditionFailed' || status === 412) {
    return new StorageError('exists', 'An object with this key already exists.', cause);
  }
  if (name === 'EntityTooLarge' || status === 413) {
    return new StorageError('too_large', 'The object store rejected the file as too large.', cause);
  }
  if (name === 'InvalidPart' || name === 'InvalidPartOrder' || name === 'EntityTooSmall') {
    return new StorageError('invalid_request', 'The uploaded parts do not match the list of parts.', cause);
  }
  if (name === 'QuotaExceeded' || status === 507) {
    return new StorageError('full', 'The object store is full.', cause);
  }
  // The SDK has no name for a response that contains no error code, such as one of a proxy.
  const isNamed = status === undefined || (name !== 'Error' && name !== 'Unknown');
  const reason = codeOf(error) ?? (isNamed ? name : `HTTP ${status}`);
  return new StorageError('unavailable', `The object store is not usable (${reason}).`, cause);
}

/** The code of an error of the connection, such as `ECONNREFUSED` or `DEPTH_ZERO_SELF_SIGNED_CERT`. */
function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
