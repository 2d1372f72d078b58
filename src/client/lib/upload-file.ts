import { heicAdvice } from '../../shared/kyc/heic-advice.ts';
import type { UploadGrant } from '../../shared/kyc/kyc.ts';
import { type UploadPurpose, uploadRules } from '../../shared/limits.ts';

export type UploadRequest = { purpose: UploadPurpose; contentType: string; size: number; filename: string };

export type UploadProgress = {
  /** 0 to 100. */
  percent: number;
  loadedBytes: number;
  totalBytes: number;
  /** Estimated from the speed of this attempt; undefined until the speed is known. */
  secondsLeft: number | undefined;
  /** Whether the last attempt failed and the next one has not started yet. */
  waiting: boolean;
};

export type UploadOptions = {
  purpose: UploadPurpose;
  /** The tRPC call `kyc.requestUpload.mutate`. */
  requestUpload: (request: UploadRequest, options: { signal?: AbortSignal }) => Promise<UploadGrant>;
  onProgress?: (progress: UploadProgress) => void;
  /** Cancels the upload. The promise then rejects with the signal's reason. */
  signal?: AbortSignal;
};

/** Where an upload failed: at the selected file, at the request for a URL, or during the transfer. */
export type UploadStage = 'file' | 'grant' | 'transfer';

/** `message` is for the user; `cause` is what the failed call threw. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure';
  readonly stage: UploadStage;

  constructor(stage: UploadStage, message: string, cause?: unknown) {
    super(message, { cause });
    this.stage = stage;
  }
}

/** Whether the file itself was rejected, so that another attempt would fail too. */
export function isUnacceptable(error: unknown): boolean {
  return error instanceof UploadFailure && error.stage === 'file';
}

/** Milliseconds before each retry. */
const retryDelays = [0, 1_000, 3_000, 5_000];

/** Milliseconds without progress after which an attempt counts as a lost connection. */
const stallMilliseconds = 45_000;

const networkFailure =
  'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.';

/**
 * Uploads a file with PUT to a URL signed by the server, with retries.
 * @returns the URL, which identifies the file in later calls
 * @throws UploadFailure when the file is not acceptable or could not be sent; the signal's reason when canceled
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<{ uploadURL: string }> {
  const contentType = contentTypeOf(file);
  const rejected = fileError(file, contentType, options.purpose);
  if (rejected) throw new UploadFailure('file', rejected);

  let grant = await obtainGrant(file, contentType, options);
  for (let attempt = 0; ; attempt += 1) {
    const response = await put(file, grant, options);
    if (response.status >= 200 && response.status < 300) return { uploadURL: grant.uploadURL };

    if (response.status === 0) await assertReadable(file);
    const verdict = classifyResponse(response);
    const delay = retryDelays[attempt];
    if (verdict === 'fatal' || delay === undefined)
      throw new UploadFailure('transfer', failureText(response));
    report(options, { loadedBytes: 0, totalBytes: file.size, waiting: true });
    await pause(Math.max(delay, retryAfterMs(response)), options.signal);
    if (verdict === 'sign again') grant = await obtainGrant(file, contentType, options);
  }
}

/** The file's type as the browser reports it or, if the browser reports none, by the file's extension. */
export function contentTypeOf(file: File): string {
  const declaredType = file.type.toLowerCase();
  if (declaredType === 'image/jpg' || declaredType === 'image/pjpeg') return 'image/jpeg';
  if (declaredType) return declaredType;
  const extension = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const typeByExtension: Record<string, string> = {
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    pdf: 'application/pdf',
    heic: 'image/heic',
    heif: 'image/heif',
    avif: 'image/avif',
    mp4: 'video/mp4',
    webm: 'video/webm',
    vtt: 'text/vtt',
    m4a: 'audio/mp4',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
  };
  return typeByExtension[extension] ?? 'application/octet-stream';
}

function fileError(file: File, contentType: string, purpose: UploadPurpose): string | undefined {
  const rule = uploadRules[purpose];
  if (/^image\/(hei[cf]|avif)/.test(contentType)) return heicAdvice;
  if (!rule.contentTypes.some((accepted) => accepted === contentType)) {
    return `This kind of file is not accepted. Choose another: ${rule.hint}.`;
  }
  if (file.size === 0) return 'The file is empty. Please choose it again.';
  if (file.size > rule.maxBytes) return `The file is too large. Choose a smaller one: ${rule.hint}.`;
  return undefined;
}

// A visitor's first call sets a cookie that identifies the owner of this file and of later ones. Two concurrent first
// calls would set two cookies, and one of the files would have no owner. Calls are therefore queued.
let lastGrant: Promise<unknown> = Promise.resolve();

async function obtainGrant(file: File, contentType: string, options: UploadOptions): Promise<UploadGrant> {
  const { purpose, requestUpload, signal } = options;
  const request = { purpose, contentType, size: file.size, filename: file.name.slice(-300) };
  const granted = lastGrant.then(() => {
    signal?.throwIfAborted();
    return requestUpload(request, signal ? { signal } : {});
  });
  lastGrant = granted.catch(() => undefined);
  try {
    return await granted;
  } catch (error) {
    signal?.throwIfAborted();
    throw new UploadFailure('grant', 'Failed to get upload URL', error);
  }
}

export type SentResponse = {
  /** 0 when there was no response. */
  status: number;
  body: string;
  header: (name: string) => string | null;
};

type SendOptions = {
  method: string;
  url: string;
  headers: Record<string, string>;
  onProgress: (event: ProgressEvent) => void;
  signal: AbortSignal | undefined;
};

/**
 * Sends a request with XMLHttpRequest, which reports progress.
 * @throws the signal's reason when canceled; an error of the browser when it rejects the request
 */
export async function sendBytes(
  bytes: Blob | FormData,
  { method, url, headers, onProgress, signal }: SendOptions,
): Promise<SentResponse> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<SentResponse>();
  const request = new XMLHttpRequest();
  let stallTimer: ReturnType<typeof setTimeout> | undefined;

  const noResponse = () => resolve({ status: 0, body: '', header: () => null });
  const cancel = () => request.abort();
  const expectProgress = () => {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(cancel, stallMilliseconds);
  };

  request.upload.onprogress = (event) => {
    expectProgress();
    onProgress(event);
  };
  request.onload = () =>
    resolve({
      status: request.status,
      body: request.responseText,
      header: (name) => request.getResponseHeader(name),
    });
  request.onerror = noResponse;
  request.onabort = () => (signal?.aborted ? reject(signal.reason) : noResponse());
  signal?.addEventListener('abort', cancel);
  try {
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    expectProgress();
    request.send(bytes);
    return await promise;
  } finally {
    clearTimeout(stallTimer);
    signal?.removeEventListener('abort', cancel);
  }
}

async function put(file: File, grant: UploadGrant, options: UploadOptions): Promise<SentResponse> {
  const { signal } = options;
  signal?.throwIfAborted();
  const startedAt = performance.now();
  report(options, { loadedBytes: 0, totalBytes: file.size });
  try {
    return await sendBytes(file, {
      method: grant.method,
      url: grant.uploadURL,
      headers: grant.headers,
      onProgress({ loaded, total }) {
        const elapsedSeconds = (performance.now() - startedAt) / 1000;
        // The first second measures system buffers rather than the connection.
        const secondsLeft =
          elapsedSeconds > 1 && loaded > 0 ? ((total - loaded) / loaded) * elapsedSeconds : undefined;
        report(options, { loadedBytes: loaded, totalBytes: total, secondsLeft });
      },
      signal,
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new UploadFailure('transfer', 'Unknown error', error);
  }
}

function report(
  options: UploadOptions,
  progress: { loadedBytes: number; totalBytes: number; secondsLeft?: number | undefined; waiting?: boolean },
): void {
  const { loadedBytes, totalBytes, secondsLeft, waiting = false } = progress;
  const percent = totalBytes > 0 ? Math.min((loadedBytes / totalBytes) * 100, 100) : 0;
  options.onProgress?.({ percent, loadedBytes, totalBytes, secondsLeft, waiting });
}

/**
 * A file that was changed, moved or deleted after it was chosen cannot be read, and sending it fails like a lost
 * connection.
 */
async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new UploadFailure('file', 'The file was changed or moved. Please choose it again.', error);
  }
}

/** Whether the URL has expired, or was signed with a key that is no longer in use. */
export function isStale({ status, body }: Pick<SentResponse, 'status' | 'body'>): boolean {
  return status === 403 && /Request has expired|bad_signature|InvalidAccessKeyId/.test(body);
}

/**
 * If the URL is stale, was used, or is used by too many concurrent uploads, the next attempt requests another URL.
 * Other 4xx responses are final, except a 429 and S3's error `RequestTimeout`. A 507 is final too: a full disk is not
 * freed within seconds. After all other responses, the same request is sent again.
 */
function classifyResponse(response: SentResponse): 'try again' | 'sign again' | 'fatal' {
  const { status, body } = response;
  if (isStale(response)) return 'sign again';
  // Usually, the file arrived but the response was lost. Each URL accepts only one file.
  if (status === 409 || status === 412) return 'sign again';
  if (status === 429 || body.includes('<Code>RequestTimeout</Code>')) return 'try again';
  return (status >= 400 && status < 500) || status === 507 ? 'fatal' : 'try again';
}

export function failureText({ status, body }: Pick<SentResponse, 'status' | 'body'>): string {
  if (status === 0) return networkFailure;
  const message = messageIn(body);
  // 507 is the local store's status for a full disk, and the only server error whose message is shown to users.
  if (message && ((status >= 400 && status < 500) || status === 507)) return message;
  return status === 401 ? 'Authorization required' : 'Non 2xx';
}

function retryAfterMs({ header }: SentResponse): number {
  return Number(header('retry-after') ?? 0) * 1000 || 0;
}

/** The local store responds with JSON, S3 with XML. */
function messageIn(body: string): string | undefined {
  const inXml = /<Message>([^<]+)<\/Message>/.exec(body)?.[1];
  if (inXml) return inXml;
  try {
    const parsed: unknown = JSON.parse(body);
    const message: unknown =
      typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'message') : undefined;
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    // Neither JSON nor XML, so there is no message.
    return undefined;
  }
}

export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const cancel = () => reject(signal?.reason);
  signal?.addEventListener('abort', cancel);
  await promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  });
}
