import { uploadRules } from '../../../../shared/limits.ts';
import { multipartRules } from '../../../../shared/shop/multipart.ts';
import { readVideoType, type VideoType, videoTypeBytes } from '../../../../shared/shop/video-type.ts';
import { describeError } from '../../../lib/error-text.ts';
import {
  failureText,
  pause,
  UploadFailure,
  type UploadProgress,
  uploadFile,
} from '../../../lib/upload-file.ts';
import type { TrpcClient } from '../../../trpc.ts';
import { fingerprintOf, PartFailure, sendPart } from './video-parts.ts';

export type VideoProgress = UploadProgress & {
  paused: boolean;
  /** All parts are sent, and the server is joining them. */
  assembling: boolean;
  /** Only multipart uploads can be paused. */
  pausable: boolean;
};

export type VideoUpload = {
  /**
   * The file reference for the product form. @throws UploadFailure; AbortError after `discard` or `leave`; an error of
   * the browser if it can no longer read the file or cannot load the code for uploads in parts
   */
  done: Promise<string>;
  /** Pauses or resumes. Has no effect before the progress reports `pausable`. */
  togglePause(): void;
  /** Stops sending, and deletes the received parts on the server. */
  discard(): Promise<void>;
  /** Stops sending. An upload in parts resumes when the same file is selected again within a day. */
  leave(): void;
};

/** Milliseconds between two polls while the server joins the parts. */
const assemblyPollMs = 1_500;

/**
 * Uploads a video with retries: in one piece, or in several concurrent parts if it is larger than
 * `multipartRules.aboveBytes`. An upload in parts resumes when the same file is selected again within a day.
 */
export function sendVideo(
  file: File,
  calls: TrpcClient,
  onProgress: (progress: VideoProgress) => void,
): VideoUpload {
  const controller = new AbortController();
  const { signal } = controller;
  const handle: { togglePause?: () => void; uploadId?: string } = {};

  async function send(): Promise<string> {
    const contentType = await checkVideo(file);
    if (file.size > multipartRules.aboveBytes) {
      return sendInParts(file, contentType, { calls, signal, onProgress, handle });
    }
    const { uploadURL } = await uploadFile(file, {
      purpose: 'session_video',
      requestUpload: (request, options) => calls.kyc.requestUpload.mutate(request, options),
      onProgress: (progress) =>
        onProgress({ ...progress, paused: false, assembling: false, pausable: false }),
      signal,
    });
    return uploadURL;
  }

  return {
    done: send(),
    togglePause: () => handle.togglePause?.(),
    leave: () => controller.abort(),
    async discard() {
      controller.abort();
      const { uploadId } = handle;
      if (uploadId !== undefined) await calls.admin.uploads.abortMultipart.mutate({ uploadId });
    },
  };
}

/** Rejects a file before gigabytes are sent, if the server would reject it afterwards. The server checks it again. */
async function checkVideo(file: File): Promise<VideoType> {
  const { hint, maxBytes } = uploadRules.session_video;
  if (file.size > maxBytes) {
    throw new UploadFailure('file', `The file is too large. Choose a smaller one: ${hint}.`);
  }
  const start = new Uint8Array(await file.slice(0, videoTypeBytes).arrayBuffer());
  const type = readVideoType(start);
  if (type) return type;
  throw new UploadFailure('file', `This kind of file is not accepted. Choose another: ${hint}.`);
}

type UploadContext = {
  calls: TrpcClient;
  signal: AbortSignal;
  onProgress: (progress: VideoProgress) => void;
  handle: { togglePause?: () => void; uploadId?: string };
};

async function sendInParts(
  file: File,
  contentType: VideoType,
  { calls, signal, onProgress, handle }: UploadContext,
): Promise<string> {
  const withRetry = <T>(call: (options: { signal: AbortSignal }) => Promise<T>) => withRetries(call, signal);
  const fingerprint = await fingerprintOf(file);
  const created = await withRetry((options) =>
    calls.admin.uploads.createMultipart.mutate(
      { filename: file.name.slice(-300), contentType, size: file.size, fingerprint },
      options,
    ),
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new UploadFailure('grant', 'Failed to get upload URL', error);
  });
  const { uploadId, partBytes, reference } = created;
  handle.uploadId = uploadId;
  // An earlier attempt has sent and joined all parts.
  if (reference !== null) return reference;

  const progress = { loadedBytes: 0, waiting: false, paused: false, assembling: false, pausable: false };
  const report = (changes: Partial<typeof progress>) => {
    Object.assign(progress, changes);
    const percent = Math.min((progress.loadedBytes / file.size) * 100, 100);
    if (!signal.aborted) onProgress({ ...progress, percent, totalBytes: file.size, secondsLeft: undefined });
  };
  report({});

  // Loaded here, because only multipart uploads need it.
  const [{ Uppy }, { default: AwsS3 }] = await Promise.all([import('@uppy/core'), import('@uppy/aws-s3')]);
  signal.throwIfAborted();
  const uppy = new Uppy({ allowMultipleUploadBatches: false });
  let stored: string | undefined;
  uppy.use(AwsS3, {
    limit: multipartRules.partsAtOnce,
    retryDelays: [...multipartRules.retryDelays],
    shouldUseMultipart: true,
    getChunkSize: () => partBytes,
    createMultipartUpload: () => ({ uploadId, key: uploadId }),
    async signPart(_file, { partNumber }) {
      return calls.admin.uploads.signPart.mutate({ uploadId, partNumber }, { signal });
    },
    async listParts() {
      const parts = await withRetry((options) => calls.admin.uploads.listParts.query({ uploadId }, options));
      report({ loadedBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) });
      return parts.map((part) => ({ PartNumber: part.partNumber, Size: part.sizeBytes, ETag: part.etag }));
    },
    async uploadPartBytes({ signature, body, onProgress: onPart, onComplete, signal: partSignal }) {
      try {
        return await sendPart({ signature, body, onProgress: onPart, onComplete, signal: partSignal });
      } catch (error) {
        if (!partSignal?.aborted) report({ waiting: true });
        throw error;
      }
    },
    async completeMultipartUpload(_file, { parts }) {
      report({ loadedBytes: file.size, assembling: true, waiting: false });
      const completed = parts.map(({ PartNumber = 0, ETag = '' }) => ({
        partNumber: PartNumber,
        etag: ETag,
      }));
      while (stored === undefined) {
        const result = await withRetry((options) =>
          calls.admin.uploads.completeMultipart.mutate({ uploadId, parts: completed }, options),
        );
        if (result.status === 'done') stored = result.reference;
        else await pause(assemblyPollMs, signal);
      }
      return {};
    },
    // Uppy aborts the upload after its last retry. The received parts stay on the server for another attempt.
    abortMultipartUpload: () => undefined,
  });
  const id = uppy.addFile({ name: file.name, type: contentType, data: file });
  // With a known upload id, each start lists the received parts and sends only the missing ones.
  const resumable = { ...uppy.getFile(id), s3Multipart: { uploadId, key: uploadId } };
  uppy.setFileState(id, resumable);

  let failure: unknown;
  uppy.on('upload-error', (_file, error) => {
    failure = error;
  });
  uppy.on('upload-progress', (_file, { bytesUploaded }) => {
    const loadedBytes = typeof bytesUploaded === 'number' ? bytesUploaded : 0;
    report({ loadedBytes: Math.max(loadedBytes, progress.loadedBytes), waiting: false });
  });
  report({ pausable: true });
  handle.togglePause = () => report({ paused: uppy.pauseResume(id) ?? progress.paused, waiting: false });
  const stop = () => uppy.cancelAll();
  signal.addEventListener('abort', stop);
  try {
    await uppy.upload();
    signal.throwIfAborted();
    if (stored !== undefined) return stored;
    throw new UploadFailure('transfer', transferFailureText(failure));
  } finally {
    signal.removeEventListener('abort', stop);
    delete handle.togglePause;
    uppy.destroy();
  }
}

/**
 * The message of a failed part. For any other failed request: the server's message or, without a response, the message
 * of a connection error.
 */
function transferFailureText(failure: unknown): string {
  if (failure instanceof PartFailure) return failure.message;
  const { status, message } = describeError(failure);
  return status === undefined ? failureText({ status: 0, body: '' }) : message;
}

/** Retries a call that gets no response, a 429, or a 5xx other than 507, with pauses of 0, 1, 3 and 5 s. */
async function withRetries<T>(
  call: (options: { signal: AbortSignal }) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call({ signal });
    } catch (error) {
      signal.throwIfAborted();
      const { status } = describeError(error);
      const isFinal = status !== undefined && status < 500 && status !== 429;
      const delay = multipartRules.retryDelays[attempt];
      if (isFinal || status === 507 || delay === undefined) throw error;
      await pause(delay, signal);
    }
  }
}
