import type { AwsS3UploadParameters } from '@uppy/aws-s3';
import { failureText } from '../../../lib/upload-file.ts';

/** Milliseconds without progress after which the connection of a part counts as lost. */
const stallMilliseconds = 45_000;
/** How much of each end of a file is part of its fingerprint. */
const edgeBytes = 1024 * 1024;

/**
 * An error in the form that Uppy reads to decide whether to retry a part. `status` 0 means that there was no response.
 */
export class PartFailure extends Error {
  override readonly name = 'PartFailure';
  readonly source: { status: number };

  constructor(message: string, status: number) {
    super(message);
    this.source = { status };
  }
}

type Part = {
  signature: AwsS3UploadParameters;
  body: FormData | Blob;
  onProgress: (event: { loaded: number; lengthComputable: boolean }) => void;
  onComplete: (etag: string) => void;
  signal?: AbortSignal;
};

/**
 * Sends one part to its signed URL. Replaces Uppy's implementation, which reads only S3's XML and waits for a dead
 * connection as long as the URL is valid.
 * @throws PartFailure with a message for the user, except for an expired URL, whose message Uppy recognizes; the
 * signal's reason when canceled
 */
export async function sendPart({ signature, body, onProgress, onComplete, signal }: Part) {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<{ ETag: string }>();
  const request = new XMLHttpRequest();
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => request.abort();
  const expectProgress = () => {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(cancel, stallMilliseconds);
  };
  const noResponse = () => reject(new PartFailure(failureText({ status: 0, body: '' }), 0));

  request.upload.onprogress = (event) => {
    expectProgress();
    onProgress(event);
  };
  request.onload = () => {
    const { status, responseText } = request;
    const etag = request.getResponseHeader('etag');
    if (status === 403 && responseText.includes('Request has expired')) {
      reject(new PartFailure('Request has expired', status));
    } else if (status < 200 || status >= 300) {
      reject(new PartFailure(failureText({ status, body: responseText }), status));
    } else if (etag === null) {
      reject(
        new PartFailure(
          'The browser cannot read the ETag of the file storage. Add ETag to the exposed headers of its CORS rules.',
          412,
        ),
      );
    } else {
      onComplete(etag);
      resolve({ ETag: etag });
    }
  };
  request.onerror = noResponse;
  request.onabort = () => (signal?.aborted ? reject(signal.reason) : noResponse());
  signal?.addEventListener('abort', cancel);
  request.open('PUT', signature.url);
  for (const [name, value] of Object.entries(signature.headers ?? {})) request.setRequestHeader(name, value);
  expectProgress();
  request.send(body);
  return promise.finally(() => {
    clearTimeout(stallTimer);
    signal?.removeEventListener('abort', cancel);
  });
}

/** Identifies a file that is selected again, even on another computer: a hash of its name, size, date and both ends. */
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
