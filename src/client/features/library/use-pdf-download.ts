import { useRef, useState } from 'react';
import { productSlug } from '../../../shared/product-slug.ts';
import type { Product } from '../../../shared/products.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { DownloadError, downloadFile, saveBlob } from './download-file.ts';

export type PdfDownload = {
  start: () => void;
  isBusy: boolean;
  /** 0…100, undefined while the size is not known. */
  percent: number | undefined;
  failure: string | undefined;
};

/** Downloads one PDF of the library with the messages of S2 §8. It goes on when the page is left. */
export function usePdfDownload(product: Product, filePath: string): PdfDownload {
  const utils = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const [percent, setPercent] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const running = useRef(false);

  async function download() {
    try {
      const { blob, fileName } = await downloadFile(filePath, {
        fallbackName: `${productSlug(product)}.pdf`,
        onStart: () =>
          showToast({ title: 'Download Started', description: `${product.title} is being downloaded` }),
        onProgress: setPercent,
      });
      saveBlob(blob, fileName);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Failed to download PDF';
      showToast({ title: 'Download Failed', description: message, tone: 'danger' });
      setFailure(message);
      // Signed out elsewhere, refunded or withdrawn: what this page knows is out of date (D-5).
      if (error instanceof DownloadError && [401, 403, 404, 410].includes(error.status ?? 0)) {
        await Promise.all([utils.auth.me.invalidate(), utils.shop.invalidate()]);
      }
    }
  }

  function start() {
    if (running.current) return;
    running.current = true;
    setFailure(undefined);
    setPercent(undefined);
    setIsBusy(true);
    void download().finally(() => {
      running.current = false;
      setIsBusy(false);
    });
  }

  return { start, isBusy, percent, failure };
}
