import { useEffect, useRef, useState } from 'react';
import { multipartRules } from '../../../../shared/shop/multipart.ts';
import { formatBytes } from '../../../lib/format.ts';
import { isUnacceptable } from '../../../lib/upload-file.ts';
import { trpc } from '../../../trpc.ts';
import type { FileDropState } from '../../../ui/file-drop.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { sendVideo, type VideoProgress, type VideoUpload } from './send-video.ts';
import { type FailedUpload, idleState, uploadFailureText } from './use-file-upload.ts';

export type StoredVideo = { videoPath: string; videoName: string };

/**
 * Uploads a session's video. Closing the editor stops the upload; an upload in parts resumes when the same file is
 * selected again within a day. Cancel discards what was sent. A canceled or failed upload keeps the previous video.
 * @param current - name of the session's current video; null for none
 */
export function useVideoUpload(current: string | null, onStored: (video: StoredVideo) => void) {
  const utils = trpc.useUtils();
  const [progress, setProgress] = useState<{ fileName: string; state: VideoProgress | undefined }>();
  const [failure, setFailure] = useState<FailedUpload>();
  const upload = useRef<VideoUpload>(undefined);

  useEffect(() => () => upload.current?.leave(), []);

  // Retries a failed upload when the browser is back online.
  useEffect(() => {
    if (!failure || failure.final) return;
    const retry = () => void pick(failure.file);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  });

  async function pick(file: File) {
    upload.current?.leave();
    setFailure(undefined);
    setProgress({ fileName: file.name, state: undefined });
    const thisUpload = sendVideo(file, utils.client, (state) => {
      if (upload.current === thisUpload) setProgress({ fileName: file.name, state });
    });
    upload.current = thisUpload;
    try {
      const videoPath = await thisUpload.done;
      if (upload.current === thisUpload) onStored({ videoPath, videoName: file.name });
    } catch (error) {
      if (upload.current === thisUpload) {
        setFailure({ message: videoFailureText(error, file), file, final: isUnacceptable(error) });
      }
    } finally {
      if (upload.current === thisUpload) {
        upload.current = undefined;
        setProgress(undefined);
      }
    }
  }

  async function cancel() {
    const thisUpload = upload.current;
    upload.current = undefined;
    setProgress(undefined);
    setFailure(undefined);
    try {
      await thisUpload?.discard();
    } catch (error) {
      // An upload that could not be discarded is removed by the server after a day.
      showFailure('Upload Error')(error);
    }
  }

  const state: FileDropState = progress
    ? {
        status: 'uploading',
        percent: progress.state?.percent ?? 0,
        fileName: progress.fileName,
        detail: progressDetail(progress.state),
        onCancel: () => void cancel(),
        ...(isPausable(progress.state) && {
          pause: { paused: progress.state.paused, onToggle: () => upload.current?.togglePause() },
        }),
      }
    : idleState(current, failure, pick);

  return {
    state,
    pick: (file: File) => void pick(file),
    uploading: progress !== undefined,
    /** Stops the upload, and discards what was sent. A failed upload is no longer retried. */
    cancel: () => void cancel(),
  };
}

function isPausable(state: VideoProgress | undefined): state is VideoProgress {
  return state?.pausable === true && !state.assembling;
}

function progressDetail(state: VideoProgress | undefined): string {
  if (!state) return 'Starting...';
  const loaded = state.loadedBytes === 0 ? '0 MB' : formatBytes(state.loadedBytes);
  const amount = `${loaded} of ${formatBytes(state.totalBytes)}`;
  if (state.assembling) return `${amount}, assembling the file...`;
  if (state.paused) return `${amount}, paused`;
  return state.waiting ? `${amount}. Connection lost, trying again...` : amount;
}

/** The upload error, followed by the server's reason, if any, and how to continue an upload in parts. */
export function videoFailureText(error: unknown, { size }: Pick<File, 'size'>): string {
  return uploadFailureText(
    error,
    size > multipartRules.aboveBytes
      ? 'The part that was sent is kept for a day. Retry to continue from there.'
      : undefined,
  );
}
