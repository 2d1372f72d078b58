import type { PDFPageProxy } from 'pdfjs-dist';

/** A larger page is rendered at a lower resolution, so that a document cannot use up the memory. */
const maxCanvasPixels = 16_000_000;

export type PdfPagePicture = {
  /** CSS pixels per point of the page. */
  scale: number;
  /** Degrees; defaults to the page's own rotation. */
  rotation?: number;
  signal: AbortSignal;
};

/**
 * Renders a page to the canvas at the screen's resolution. The canvas keeps its previous content until the page is
 * rendered.
 * @throws when the page cannot be rendered or the signal cancels it
 */
export async function drawPdfPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  { scale, rotation = page.rotate, signal }: PdfPagePicture,
): Promise<void> {
  const natural = page.getViewport({ scale: 1, rotation });
  const most = Math.sqrt(maxCanvasPixels / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(scale * window.devicePixelRatio, most), rotation });
  // Rendered off screen and then copied, because two concurrent renderings on one canvas would mix.
  const drawn = document.createElement('canvas');
  drawn.width = Math.max(1, Math.floor(viewport.width));
  drawn.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas: drawn, viewport });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  signal.throwIfAborted();
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext('2d')?.drawImage(drawn, 0, 0);
  // Some browsers keep the canvas memory until its size is reset.
  drawn.width = 0;
}
