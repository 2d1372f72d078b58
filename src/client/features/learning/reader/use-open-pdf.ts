import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { DownloadError } from '../../../lib/download-file.ts';
import { trpc } from '../../../trpc.ts';

export type OpenPdf =
  | { status: 'opening' }
  | { status: 'open'; pdf: PDFDocumentProxy }
  /** `message` is for the user. */
  | { status: 'failed'; message: string; retry: () => void };

/** The PDF at a URL, closed when the component unmounts. */
export function useOpenPdf(url: string): OpenPdf {
  const utils = trpc.useUtils();
  const [attempt, setAttempt] = useState(0);
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [failure, setFailure] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` opens the PDF again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    function fail(error: unknown) {
      if (!signal.aborted) setFailure(failureText(error));
    }
    // pdf.js is large, so it is loaded on demand. The code that draws the pages is loaded with it, because an open PDF
    // offers no other attempt.
    whenIdle()
      .then(() => Promise.all([import('./pdf-file.ts'), import('./draw-page.ts')]))
      .then(([{ openPdfFile }]) => openPdfFile(url, { signal, onLost: fail }))
      .then((opened) => {
        if (signal.aborted) return;
        setPdf(opened);
        // The server has recorded the access, so the hint "New version" disappears.
        void utils.learning.myAccesses.invalidate();
      }, fail);
    return () => {
      controller.abort();
      setPdf(undefined);
      setFailure(undefined);
    };
  }, [url, attempt, utils]);

  if (failure !== undefined) {
    return { status: 'failed', message: failure, retry: () => setAttempt(attempt + 1) };
  }
  return pdf ? { status: 'open', pdf } : { status: 'opening' };
}

const maxWaitMs = 2_000;

/**
 * Resolves when the browser has nothing more urgent to do, or after `maxWaitMs`. Opening a PDF blocks the main thread
 * of a phone.
 */
function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: maxWaitMs });
    else setTimeout(resolve);
  });
}

function failureText(error: unknown): string {
  if (error instanceof DownloadError) return error.message;
  if (!(error instanceof Error)) return 'Download it and open it with another program.';
  if (error.name === 'PasswordException') {
    return 'The PDF needs a password. Download it and open it with another program.';
  }
  // `fetch` rejects with a TypeError when there is no response.
  if (error instanceof TypeError) return 'The connection was lost. Check it and try again.';
  return 'This PDF cannot be shown in the browser. Download it and open it with another program.';
}
