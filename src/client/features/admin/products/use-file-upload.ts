import { useEffect, useRef, useState } from 'react';
import { describeError } from '../../../lib/error-text.ts';
import { isUnacceptable, UploadFailure, type UploadProgress, uploadFile } from '../../../lib/upload-file.ts';
import { uploadProgressText } from '../../../lib/use-document-upload.ts';
import { trpc } from '../../../trpc.ts';
import type { FileDropState } from '../../../ui/file-drop.tsx';

export type StoredFile = { filePath: string; fileName: string };

/** `final`: the same file would fail again. */
export type FailedUpload = { message: string; file: File; final: boolean };

/**
 * Uploads an admin's file, which the server then checks. Closing the form aborts the upload. A canceled or failed
 * upload keeps the previous file.
 * @param current - name of the current file; null for none
 */
export function useFileUpload(
  current: string | null,
  onStored: (file: StoredFile) => void,
  purpose: 'product' | 'captions' | 'picture' | 'dispute_evidence',
) {
  const utils = trpc.useUtils();
  const [progress, setProgress] = useState<{ fileName: string; state: UploadProgress | undefined }>();
  const [failure, setFailure] = useState<FailedUpload>();
  const controller = useRef<AbortController>(undefined);

  useEffect(() => () => controller.current?.abort(), []);

  async function pick(file: File) {
    controller.current?.abort();
    const thisUpload = new AbortController();
    controller.current = thisUpload;
    setFailure(undefined);
    setProgress({ fileName: file.name, state: undefined });
    try {
      // Both `kyc` procedures accept files of every purpose, not only identity documents.
      const { uploadURL } = await uploadFile(file, {
        purpose,
        requestUpload: (request, options) => utils.client.kyc.requestUpload.mutate(request, options),
        onProgress: (state) => {
          if (!thisUpload.signal.aborted) setProgress({ fileName: file.name, state });
        },
        signal: thisUpload.signal,
      });
      const { objectPath } = await utils.client.kyc.secureDocument.mutate(
        { documentImageUrl: uploadURL },
        { signal: thisUpload.signal },
      );
      if (!thisUpload.signal.aborted) onStored({ filePath: objectPath, fileName: file.name });
    } catch (error) {
      // If the file itself was rejected, a retry would fail too.
      const { code } = describeError(error);
      const final = isUnacceptable(error) || code === 'unreadable_document' || code === 'too_large';
      if (!thisUpload.signal.aborted) setFailure({ message: uploadFailureText(error), file, final });
    } finally {
      if (controller.current === thisUpload) setProgress(undefined);
    }
  }

  function cancel() {
    controller.current?.abort();
    setFailure(undefined);
  }

  const state: FileDropState = progress
    ? {
        status: 'uploading',
        percent: progress.state?.percent ?? 0,
        fileName: progress.fileName,
        detail: progressDetail(progress.state),
        onCancel: cancel,
      }
    : idleState(current, failure, pick);

  return {
    state,
    pick: (file: File) => void pick(file),
    uploading: progress !== undefined,
    /** Stops the upload. A failed upload can no longer be retried. */
    cancel,
  };
}

/** What to show while no upload is in progress. @param current - name of the current file; null for none */
export function idleState(
  current: string | null,
  failure: FailedUpload | undefined,
  retry: (file: File) => Promise<void>,
): FileDropState {
  if (failure) {
    return {
      status: 'error',
      message: failure.message,
      ...(current !== null && { keptName: current }),
      ...(!failure.final && { onRetry: () => void retry(failure.file) }),
    };
  }
  return current === null ? { status: 'idle' } : { status: 'done', fileName: current };
}

/** The upload error, followed by the server's reason, if any, and, if the transfer failed, by `advice`. */
export function uploadFailureText(error: unknown, advice?: string): string {
  if (!(error instanceof UploadFailure)) return describeError(error).message;
  const reason = error.cause === undefined ? undefined : describeError(error.cause).message;
  let text = error.message;
  for (const next of [reason, error.stage === 'transfer' ? advice : undefined]) {
    if (next !== undefined) text = `${text.replace(/\.$/, '')}. ${next}`;
  }
  return text;
}

function progressDetail(progress: UploadProgress | undefined): string {
  if (!progress) return 'Starting...';
  return progress.loadedBytes >= progress.totalBytes ? 'Checking the file...' : uploadProgressText(progress);
}
