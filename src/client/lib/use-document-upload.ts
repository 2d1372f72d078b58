import { useEffect, useRef, useState } from 'react';
import type { UploadPurpose } from '../../shared/limits.ts';
import { trpc } from '../trpc.ts';
import { hideToasts } from '../ui/toast.tsx';
import { describeError, type ErrorText } from './error-text.ts';
import { formatBytes } from './format.ts';
import { isUnacceptable, UploadFailure, type UploadProgress, uploadFile } from './upload-file.ts';

type DocumentFailure = {
  /** The error message. */
  description: string;
  /** The error of the failed call; undefined if the file was rejected here or its transfer failed. */
  reason: ErrorText | undefined;
};

export type DocumentUploadOptions = {
  purpose: UploadPurpose;
  onUploaded: () => void;
  onFailed: (failure: DocumentFailure) => void;
};

/** The state that `FileDrop` shows. */
type DocumentUploadState =
  | { status: 'idle' }
  | { status: 'uploading'; percent: number; fileName: string; detail?: string; onCancel: () => void }
  | { status: 'done'; fileName: string }
  | { status: 'error'; message: string; keptName?: string; onRetry?: () => void };

export type DocumentUpload = {
  state: DocumentUploadState;
  /** Uploads a file, or what `prepare` makes of it. */
  pick: (file: File, prepare?: (file: File) => Promise<File>) => void;
  /** Reuses a file that is already on the server, and shows it with this name. `copy` attaches it to this form. */
  reuse: (name: string, copy: () => Promise<{ objectPath: string }>) => void;
  /** `/objects/{id}` after the side was stored and checked; undefined before. */
  objectPath: string | undefined;
  /** Removes the file and shows this message, because the server no longer accepts the file. */
  reject: (message: string) => void;
  clear: () => void;
};

type DonePhase = { status: 'done'; fileName: string; objectPath: string };
type Phase =
  | { status: 'idle' }
  | { status: 'sending'; file: File; progress: UploadProgress | undefined }
  | { status: 'checking'; fileName: string }
  | DonePhase
  | { status: 'failed'; message: string; retryFile: File | undefined; kept?: DonePhase | undefined };

/** Uploads one side of a document and has it checked. A canceled or failed replacement keeps the previous side. */
export function useDocumentUpload(options: DocumentUploadOptions): DocumentUpload {
  const { client } = trpc.useUtils();
  const [phase, setPhase] = useState<Phase>({ status: 'idle' });
  const currentUpload = useRef<AbortController>(undefined);
  /** The stored side that the current attempt replaces. */
  const previous = useRef<DonePhase>(undefined);

  useEffect(() => () => currentUpload.current?.abort(), []);

  /**
   * Sets the phase to `start`, runs `store`, then sets the phase to `done` or `failed`. An attempt that was canceled or
   * replaced no longer changes the phase.
   */
  async function run(
    fileName: string,
    start: Phase,
    store: (signal: AbortSignal) => Promise<{ objectPath: string }>,
    describe: (error: unknown) => { failure: DocumentFailure; message: string; retryFile?: File | undefined },
  ) {
    currentUpload.current?.abort();
    const controller = new AbortController();
    currentUpload.current = controller;
    const { signal } = controller;
    setPhase(start);
    try {
      const { objectPath } = await store(signal);
      signal.throwIfAborted();
      setPhase({ status: 'done', fileName, objectPath });
      options.onUploaded();
    } catch (error) {
      if (signal.aborted) return;
      const { failure, message, retryFile } = describe(error);
      setPhase({ status: 'failed', message, retryFile, kept: previous.current });
      options.onFailed(failure);
    }
  }

  function send(picked: File, prepare?: (file: File) => Promise<File>) {
    let file = picked;
    const upload = async (signal: AbortSignal) => {
      if (prepare) file = await prepare(picked);
      signal.throwIfAborted();
      const { uploadURL } = await uploadFile(file, {
        purpose: options.purpose,
        requestUpload: client.kyc.requestUpload.mutate,
        signal,
        onProgress(progress) {
          if (!signal.aborted) setPhase({ status: 'sending', file, progress });
        },
      });
      setPhase({ status: 'checking', fileName: file.name });
      return client.kyc.secureDocument.mutate({ documentImageUrl: uploadURL }, { signal });
    };
    void run(picked.name, { status: 'sending', file: picked, progress: undefined }, upload, (error) => {
      const failure = failureOf(error);
      const retryFile = canRetry(error, failure) ? file : undefined;
      return { failure, message: inlineText(failure), retryFile };
    });
  }

  function reuse(name: string, copy: () => Promise<{ objectPath: string }>) {
    rememberPrevious();
    void run(name, { status: 'checking', fileName: name }, copy, (error) => {
      const reason = describeError(error);
      const description = 'This picture could not be used again. Please upload it.';
      return { failure: { description, reason }, message: reason.message };
    });
  }

  function rememberPrevious() {
    previous.current = storedSide(phase);
  }

  function cancel() {
    currentUpload.current?.abort();
    setPhase(previous.current ?? { status: 'idle' });
  }

  return {
    state: fileDropState(phase, cancel, (file) => send(file)),
    pick(file, prepare) {
      rememberPrevious();
      send(file, prepare);
    },
    reuse,
    objectPath: storedSide(phase)?.objectPath,
    reject: (message) => setPhase({ status: 'failed', message, retryFile: undefined }),
    clear() {
      currentUpload.current?.abort();
      setPhase({ status: 'idle' });
    },
  };
}

function storedSide(phase: Phase): DonePhase | undefined {
  if (phase.status === 'failed') return phase.kept;
  return phase.status === 'done' ? phase : undefined;
}

function fileDropState(phase: Phase, onCancel: () => void, retry: (file: File) => void): DocumentUploadState {
  switch (phase.status) {
    case 'idle':
      return { status: 'idle' };
    case 'sending': {
      const { file, progress } = phase;
      return {
        status: 'uploading',
        percent: progress?.percent ?? 0,
        fileName: file.name,
        ...(progress && { detail: uploadProgressText(progress) }),
        onCancel,
      };
    }
    case 'checking':
      return {
        status: 'uploading',
        percent: 100,
        fileName: phase.fileName,
        detail: 'Checking the file...',
        onCancel,
      };
    case 'done':
      return { status: 'done', fileName: phase.fileName };
    case 'failed': {
      const { message, retryFile, kept } = phase;
      return {
        status: 'error',
        message,
        ...(kept && { keptName: kept.fileName }),
        ...(retryFile && { onRetry: () => retry(retryFile) }),
      };
    }
  }
}

function failureOf(error: unknown): DocumentFailure {
  if (!(error instanceof UploadFailure)) {
    const reason = describeError(error);
    const advice = isFileRejected(reason) ? reason.message : 'Please try again.';
    return { description: `Failed to secure document. ${advice}`, reason };
  }
  return {
    description: error.message,
    reason: error.stage === 'grant' ? describeError(error.cause) : undefined,
  };
}

function inlineText({ description, reason }: DocumentFailure): string {
  if (!reason) return description;
  // The reason for a rejection says more than the general description.
  if (reason.status !== undefined && reason.status < 500) return reason.message;
  const sentence = description.replace(' Please try again.', '').replace(/\.$/, '');
  return `${sentence}. ${reason.message}`;
}

function canRetry(error: unknown, { reason }: DocumentFailure): boolean {
  if (isUnacceptable(error)) return false;
  return reason === undefined || !isFileRejected(reason);
}

/** Whether the same file would be rejected again. */
function isFileRejected({ code }: ErrorText): boolean {
  return code === 'unreadable_document' || code === 'unsupported_type';
}

const uploadAgain = 'This file is no longer available. Please upload it again.';

/**
 * Clears sides that the server no longer accepts: expired, already used, or uploaded by a visitor whose browser has
 * lost the cookie.
 */
export function clearRejectedSides(rejection: ErrorText, front: DocumentUpload, back: DocumentUpload): void {
  const { fields } = rejection;
  if (fields?.documentImageUrl1) front.reject(fields.documentImageUrl1);
  if (fields?.documentImageUrl2) back.reject(fields.documentImageUrl2);
  if (rejectsBothSides(rejection)) {
    front.reject(uploadAgain);
    back.reject(uploadAgain);
  }
}

/** Whether an error names no side, so that both must be sent again. */
const rejectsBothSides = ({ code, fields }: ErrorText) =>
  !fields && (code === 'conflict' || code === 'not_found' || code === 'gone');

/**
 * Wraps a side: if `failure` requires both sides to be sent again, the next attempt removes the messages about it.
 * @param reset - clears `failure`
 */
export function dismissingRejection(
  side: DocumentUpload,
  failure: ErrorText | undefined,
  reset: () => void,
): DocumentUpload {
  function begin() {
    if (!failure || !rejectsBothSides(failure)) return;
    reset();
    hideToasts();
  }
  return {
    ...side,
    pick(file, prepare) {
      begin();
      side.pick(file, prepare);
    },
    reuse(name, copy) {
      begin();
      side.reuse(name, copy);
    },
  };
}

/** "2.1 of 4.8 MB, 6 s left": size and remaining time, shown beside the percentage. */
export function uploadProgressText(progress: UploadProgress): string {
  if (progress.waiting) return 'Connection lost, trying again...';
  const { loadedBytes, totalBytes, secondsLeft } = progress;
  const [totalNumber, unit] = formatBytes(totalBytes).split(' ');
  const [loadedNumber, loadedUnit] = formatBytes(loadedBytes).split(' ');
  const loaded = loadedUnit === unit ? loadedNumber : `${loadedNumber} ${loadedUnit}`;
  const amount = `${loadedBytes === 0 ? 0 : loaded} of ${totalNumber} ${unit}`;
  return secondsLeft === undefined ? amount : `${amount}, ${timeLeft(secondsLeft)} left`;
}

function timeLeft(seconds: number): string {
  return seconds < 60 ? `${Math.max(1, Math.ceil(seconds))} s` : `${Math.ceil(seconds / 60)} min`;
}
