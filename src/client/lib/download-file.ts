import { fetchWithProof } from './step-up.ts';

/** A failed download; `message` is for the user. */
export class DownloadError extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DownloadError';
    this.status = status;
  }
}

const failureText = 'Failed to download PDF';

export type DownloadOptions = {
  /** Name of the file when the server gives none. */
  fallbackName: string;
  /** Called once the server has agreed and the first bytes are on their way. */
  onStart?: () => void;
  /** Percent received, 0…100; never called when the size is unknown. */
  onProgress?: (percent: number) => void;
};

/**
 * Fetches a file of the logged-in user.
 * @throws DownloadError with the server's own words, or "Failed to download PDF".
 */
export async function downloadFile(
  address: string,
  { fallbackName, onStart, onProgress }: DownloadOptions,
): Promise<{ blob: Blob; fileName: string }> {
  try {
    const response = await fetchWithProof(address);
    if (!response.ok) throw await refusalOf(response);
    onStart?.();
    const blob = await readBody(response, onProgress);
    if (blob.size === 0) throw new DownloadError(failureText);
    return { blob, fileName: readFileName(response.headers.get('content-disposition')) ?? fallbackName };
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    throw new DownloadError(failureText, undefined, { cause: error });
  }
}

/** The server's error instead of a file. */
export async function refusalOf(response: Response): Promise<DownloadError> {
  return new DownloadError(await readRefusal(response), response.status);
}

/** The file name of a Content-Disposition header, RFC 6266: `filename*` wins over `filename`. */
export function readFileName(header: string | null): string | undefined {
  const encoded = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(header ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Not percent-encoded after all: the plain name is still there.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '');
  return (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]) || undefined;
}

/** `{ message, code }`; a proxy in between may answer anything. */
async function readRefusal(response: Response): Promise<string> {
  // The server's text is for programs, not a sentence for users.
  if (response.status === 401) return 'You are logged out. Please log in again.';
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    const message: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : '';
    return typeof message === 'string' && message !== '' ? message : failureText;
  } catch {
    return failureText;
  }
}

async function readBody(
  response: Response,
  onProgress: ((percent: number) => void) | undefined,
): Promise<Blob> {
  const total = Number(response.headers.get('content-length') ?? 0);
  // With an encoding the length is that of the packed bytes, which are not the ones counted here.
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
  return new Blob(parts, { type: response.headers.get('content-type') ?? 'application/pdf' });
}
