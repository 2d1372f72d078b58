import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { ObjectInfo } from './storage.ts';

type Target = { Bucket: string; Key: string; contentType: string };

// S3's minimum part size is 5 MiB; a stream shorter than one part is sent as a single PUT.
const partBytes = 8 * 1024 * 1024;

/**
 * Stores a buffer or a stream of unknown length, of which only a few parts are in memory at a time. The object becomes
 * visible only when it is complete; a failed multipart upload is aborted.
 * @throws the error of the SDK or the stream; an AggregateError if the upload could not be aborted either
 */
export async function writeObject(
  client: S3Client,
  target: Target,
  body: Buffer | Readable,
): Promise<ObjectInfo> {
  if (Buffer.isBuffer(body)) return await putWhole(client, target, body);
  const parts = inParts(body);
  const first = await parts.next();
  if (first.done) return await putWhole(client, target, Buffer.alloc(0));
  if (first.value.length < partBytes) return await putWhole(client, target, first.value);
  return await putInParts(client, target, first.value, parts);
}

async function putWhole(
  client: S3Client,
  { Bucket, Key, contentType }: Target,
  bytes: Buffer,
): Promise<ObjectInfo> {
  const output = await client.send(
    new PutObjectCommand({ Bucket, Key, Body: bytes, ContentLength: bytes.length, ContentType: contentType }),
  );
  return { sizeBytes: bytes.length, contentType, etag: (output.ETag ?? '').replaceAll('"', '') };
}

async function putInParts(
  client: S3Client,
  { Bucket, Key, contentType }: Target,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<ObjectInfo> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ Bucket, Key, ContentType: contentType }),
  );
  const upload = { Bucket, Key, UploadId };
  try {
    const done: CompletedPart[] = [];
    let sizeBytes = 0;
    const send = async (bytes: Buffer) => {
      const PartNumber = done.length + 1;
      const command = new UploadPartCommand({
        ...upload,
        PartNumber,
        Body: bytes,
        ContentLength: bytes.length,
      });
      const { ETag } = await client.send(command);
      done.push({ PartNumber, ETag });
      sizeBytes += bytes.length;
    };
    await send(first);
    for await (const bytes of rest) await send(bytes);
    const output = await client.send(
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } }),
    );
    return { sizeBytes, contentType, etag: (output.ETag ?? '').replaceAll('"', '') };
  } catch (error) {
    try {
      await client.send(new AbortMultipartUploadCommand(upload));
    } catch (abortError) {
      throw new AggregateError([error, abortError], 'The upload failed and its parts could not be removed.');
    }
    throw error;
  }
}

async function* inParts(body: Readable): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of body) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (!(bytes instanceof Uint8Array)) throw new TypeError('A stored stream must yield bytes or text.');
    pending.push(bytes);
    pendingBytes += bytes.length;
    if (pendingBytes < partBytes) continue;
    const joined = Buffer.concat(pending, pendingBytes);
    let offset = 0;
    for (; joined.length - offset >= partBytes; offset += partBytes)
      yield joined.subarray(offset, offset + partBytes);
    pending = offset < joined.length ? [joined.subarray(offset)] : [];
    pendingBytes = joined.length - offset;
  }
  if (pendingBytes > 0) yield Buffer.concat(pending, pendingBytes);
}
