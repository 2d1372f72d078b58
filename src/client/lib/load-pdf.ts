// The legacy build also runs in browsers without the newest functions of JavaScript.
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

// Served from this origin, as the Content-Security-Policy requires.
GlobalWorkerOptions.workerSrc = workerUrl;

/** Opens an untrusted PDF. Scripts do not run, external resources are not fetched, and forms are off. */
export function loadPdf(
  source: { data: Uint8Array } | { range: PDFDataRangeTransport; rangeChunkSize: number },
): PDFDocumentLoadingTask {
  return getDocument({
    ...source,
    enableXfa: false,
    // WebAssembly would require a less strict Content-Security-Policy.
    useWasm: false,
    useWorkerFetch: false,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: 64_000_000,
    verbosity: 0,
  });
}
