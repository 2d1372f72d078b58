import type { PDFPageProxy } from 'pdfjs-dist';

/** A larger page is drawn less sharp, so that no document takes all of the memory. */
const maxCanvasPixels = 16_000_000;

export type PdfPagePicture = {
  /** CSS pixels for each point of the page. */
  scale: number;
  /** Degrees; without it as the page says itself. */
  rotation?: number;
  signal: AbortSignal;
};

/**
 * Draws a page over the canvas, as sharp as the screen shows it. The canvas keeps the picture it has until then.
 * @throws when the page cannot be drawn; the signal's reason when cancelled
 */
export async function drawPdfPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  { scale, rotation = page.rotate, signal }: PdfPagePicture,
): Promise<void> {
  const natural = page.getViewport({ scale: 1, rotation });
  const most = Math.sqrt(maxCanvasPixels / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(scale * window.devicePixelRatio, most), rotation });
  // Drawn aside and shown whole: two drawings on one canvas would mix.
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
  // Some browsers keep the memory until it is asked back.
  drawn.width = 0;
}
