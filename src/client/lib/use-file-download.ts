import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../trpc.ts';
import { type DownloadError, downloadFile } from './download-file.ts';
import { saveFile } from './save-file.ts';
import { useAction } from './use-action.ts';

export type FileDownloadOptions = {
  url: string;
  /** The file name if the server sends none. */
  fallbackName: string;
  /** Called when the server has accepted the request, before the file is received. */
  onStart?: () => void;
  /** Called when the download failed. `message` is for the user. */
  onFailed: (failure: DownloadError) => void;
};

export type FileDownload = {
  start: () => void;
  isBusy: boolean;
  /** 0…100, undefined while the size is unknown. */
  percent: number | undefined;
};

/** Downloads a PDF that the user may open, one download at a time. A download continues if the user leaves the page. */
export function useFileDownload({ url, fallbackName, onStart, onFailed }: FileDownloadOptions): FileDownload {
  const utils = trpc.useUtils();
  const [percent, setPercent] = useState<number>();
  const { isPending, run } = useAction(
    useMutation<Awaited<ReturnType<typeof downloadFile>>, DownloadError>({
      mutationFn() {
        setPercent(undefined);
        return downloadFile(url, {
          fallbackName,
          failure: 'Failed to download PDF',
          ...(onStart && { onStart }),
          onProgress: setPercent,
        });
      },
      onSuccess({ blob, fileName }) {
        saveFile(blob, fileName);
        // The download updates the access log, so the badge "New version" disappears.
        return utils.learning.myAccesses.invalidate();
      },
      async onError(error) {
        onFailed(error);
        // The user was logged out or has lost access, or the file was withdrawn, so this page is out of date.
        if ([401, 403, 404, 410].includes(error.status ?? 0)) {
          await Promise.all([
            utils.auth.me.invalidate(),
            utils.shop.invalidate(),
            utils.learning.invalidate(),
          ]);
        }
      },
    }),
  );
  return { start: () => run(), isBusy: isPending, percent };
}

export function downloadLabel(percent: number | undefined): string {
  return percent === undefined ? 'Downloading...' : `Downloading ${percent}%`;
}
