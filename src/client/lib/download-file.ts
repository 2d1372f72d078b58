import { fetchWithStepUp, readErrorBody } from './fetch-with-step-up.ts';

/** A failed download; `message` is for the user. */
export class DownloadError extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DownloadError';
    this.status = status;
  }
}

const generalFailure = 'The file could not be downloaded';

export type DownloadOptions = {
  /** The file name if the server sends none. */
  fallbackName: string;
  /** What the user reads if the server sends no message. */
  failure?: string;
  /** Called when the server has accepted the request, before the file is received. */
  onStart?: () => void;
  /** Percent received, 0…100. Not called if the size is unknown. */
  onProgress?: (percent: number) => void;
};

/**
 * Fetches a file of the logged-in user.
 * @throws DownloadError with the server's message or with `failure`; after a 401, the message asks the user to log in
 */
export async function downloadFile(
  url: string,
  { fallbackName, failure = generalFailure, onStart, onProgress }: DownloadOptions,
): Promise<{ blob: Blob; fileName: string }> {
  try {
    const response = await fetchWithStepUp(url);
    if (!response.ok) throw await downloadErrorOf(response, failure);
    onStart?.();
    const blob = await readBody(response, onProgress);
    if (blob.size === 0) throw new DownloadError(failure);
    return { blob, fileName: readFileName(response.headers.get('content-disposition')) ?? fallbackName };
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    throw new DownloadError(failure, undefined, { cause: error });
  }
}

/** The error of a response that is not a file. */
export async function downloadErrorOf(response: Response, failure = generalFailure): Promise<DownloadError> {
  return new DownloadError(await readErrorMessage(response, failure), response.status);
}

/** The file name in a Content-Disposition header (RFC 6266). `filename*` takes precedence over `filename`. */
export function readFileName(header: string | null): string | undefined {
  const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(header ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // The percent-encoding is invalid, so the plain name is used.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '');
  return (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]) || undefined;
}

async function readErrorMessage(response: Response, failure: string): Promise<string> {
  // The server's text for this status is not meant for users.
  if (response.status === 401) return 'You are logged out. Please log in again.';
  const { message } = await readErrorBody(response);
  return typeof message === 'string' && message !== '' ? message : failure;
}

async function readBody(
  response: Response,
  onProgress: ((percent: number) => void) | undefined,
): Promise<Blob> {
  const total = Number(response.headers.get('content-length') ?? 0);
  // With a content encoding, the length is that of the encoded bytes, but progress counts decoded ones.
  const isCountable = total > 0 && !response.headers.has('content-encoding');
  if (!response.body || !onProgress || !isCountable) return response.blob();
  const parts: BlobPart[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.byteLength;
    onProgress(Math.min(100, Math.floor((received / total) * 100)));
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? 'application/octet-stream' });
}
