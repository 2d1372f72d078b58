import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { drawPdfPage } from '../../../lib/draw-pdf-page.ts';

// Served from this origin, as the Content-Security-Policy requires.
GlobalWorkerOptions.workerSrc = workerUrl;

export type OpenPdf = {
  pageCount: number;
  /**
   * Renders a page to the canvas: fitted to the box, times `zoom`.
   * @param page from 1
   * @throws when the page cannot be rendered or the signal cancels it
   */
  draw: (canvas: HTMLCanvasElement, options: DrawOptions) => Promise<void>;
  close: () => Promise<void>;
};

type DrawOptions = {
  page: number;
  /** CSS pixels. */
  box: { width: number; height: number };
  zoom: number;
  /** Quarter turns, clockwise. */
  turns: number;
  signal: AbortSignal;
};

/**
 * Opens an untrusted document. Scripts do not run, external resources are not fetched, and forms and links are off.
 * @throws when the bytes are not a readable PDF
 */
export async function openPdf(bytes: Blob): Promise<OpenPdf> {
  const loading = getDocument({
    data: new Uint8Array(await bytes.arrayBuffer()),
    enableXfa: false,
    // WebAssembly would require a less strict Content-Security-Policy.
    useWasm: false,
    useWorkerFetch: false,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: 64_000_000,
    verbosity: 0,
  });
  const pdf = await loading.promise;
  return {
    pageCount: pdf.numPages,
    draw: (canvas, options) => drawPage(pdf, canvas, options),
    close: () => loading.destroy(),
  };
}

async function drawPage(
  pdf: PDFDocumentProxy,
  canvas: HTMLCanvasElement,
  { page, box, zoom, turns, signal }: DrawOptions,
): Promise<void> {
  const proxy = await pdf.getPage(page);
  signal.throwIfAborted();
  const rotation = (proxy.rotate + turns * 90) % 360;
  const unscaled = proxy.getViewport({ scale: 1, rotation });
  const cssScale = Math.min(box.width / unscaled.width, box.height / unscaled.height) * zoom;
  await drawPdfPage(proxy, canvas, { scale: cssScale, rotation, signal });
  canvas.style.width = `${Math.floor(unscaled.width * cssScale)}px`;
  canvas.style.height = `${Math.floor(unscaled.height * cssScale)}px`;
}
