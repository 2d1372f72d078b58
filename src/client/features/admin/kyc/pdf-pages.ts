import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawPdfPage } from '../../../lib/draw-pdf-page.ts';
import { loadPdf } from '../../../lib/load-pdf.ts';

export type OpenPdf = {
  pageCount: number;
  /**
   * Renders a page to the canvas. At `zoom` 1, the page just fits in the box.
   * @param page - the number of the page, from 1
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

/** @throws when the bytes are not a readable PDF */
export async function openPdf(bytes: Blob): Promise<OpenPdf> {
  const loading = loadPdf({ data: new Uint8Array(await bytes.arrayBuffer()) });
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
