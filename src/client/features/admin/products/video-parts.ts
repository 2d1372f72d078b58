import type { AwsS3UploadParameters } from '@uppy/aws-s3';
import { failureText, isStale, sendBytes } from '../../../lib/upload-file.ts';

/** The number of bytes that are hashed at each end of a file. */
const edgeBytes = 1024 * 1024;

/**
 * An error in the form that Uppy reads to decide whether to retry a part. `status` 0 means that there was no response;
 * without a status, Uppy does not retry.
 */
export class PartFailure extends Error {
  override readonly name = 'PartFailure';
  readonly source: { status: number | undefined };

  constructor(message: string, status: number | undefined) {
    super(message);
    this.source = { status };
  }
}

type Part = {
  signature: AwsS3UploadParameters;
  body: FormData | Blob;
  onProgress: (event: { loaded: number; lengthComputable: boolean }) => void;
  onComplete: (etag: string) => void;
  signal: AbortSignal | undefined;
};

/**
 * Sends one part to its signed URL. Replaces Uppy's implementation, which understands only S3's XML and waits for a
 * dead connection as long as the URL is valid.
 * @throws PartFailure with a message for the user or, if the URL is stale, with the message after which Uppy requests
 * another; the reason of `signal` if the upload is canceled
 */
export async function sendPart({ signature, body: bytes, onProgress, onComplete, signal }: Part) {
  const { url, headers = {} } = signature;
  const { status, body, header } = await sendBytes(bytes, {
    method: 'PUT',
    url,
    headers,
    onProgress,
    signal,
  });
  if (isStale({ status, body })) throw new PartFailure('Request has expired', status);
  if (status < 200 || status >= 300) {
    // 507: the server's disk is full. It will still be full when Uppy retries, seconds later.
    throw new PartFailure(failureText({ status, body }), status === 507 ? undefined : status);
  }
  const etag = header('etag');
  if (etag === null) {
    throw new PartFailure(
      'The browser cannot read the ETag of the file storage. Add ETag to the exposed headers of its CORS rules.',
      412,
    );
  }
  onComplete(etag);
  return { ETag: etag };
}

/**
 * A hash of the name, size, date, beginning and end of a file. It identifies the file when it is selected again, even
 * on another computer.
 */
export async function fingerprintOf(file: File): Promise<string> {
  const { name, size, lastModified } = file;
  const sample = new Blob([
    `${JSON.stringify([name, size, lastModified])}\n`,
    file.slice(0, edgeBytes),
    file.slice(Math.max(edgeBytes, size - edgeBytes)),
  ]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await sample.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
