import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A larger page is rendered at a lower resolution, so that a document cannot use up the memory. */
const maxCanvasPixels = 16_000_000;

export type PdfPageOptions = {
  /** CSS pixels per point of the page. */
  scale: number;
  /** Degrees; defaults to the page's own rotation. */
  rotation?: number;
  signal: AbortSignal;
};

/**
 * Renders a page to the canvas at the screen's resolution. The canvas keeps its previous content until the page is
 * rendered.
 * @throws when the page cannot be rendered or `signal` aborts the rendering
 */
export async function drawPdfPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  { scale, rotation = page.rotate, signal }: PdfPageOptions,
): Promise<void> {
  const unscaled = page.getViewport({ scale: 1, rotation });
  const maxScale = Math.sqrt(maxCanvasPixels / (unscaled.width * unscaled.height));
  const viewport = page.getViewport({ scale: Math.min(scale * window.devicePixelRatio, maxScale), rotation });
  // Rendered off screen and then copied, because two concurrent renderings on one canvas would mix.
  const offscreen = document.createElement('canvas');
  offscreen.width = Math.max(1, Math.floor(viewport.width));
  offscreen.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas: offscreen, viewport });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await task.promise;
    signal.throwIfAborted();
    canvas.width = offscreen.width;
    canvas.height = offscreen.height;
    canvas.getContext('2d')?.drawImage(offscreen, 0, 0);
  } finally {
    signal.removeEventListener('abort', cancel);
    // Some browsers keep the canvas memory until its size is reset.
    offscreen.width = 0;
  }
}
