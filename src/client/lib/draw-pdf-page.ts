import type { PDFPageProxy } from 'pdfjs-dist';

/** A larger page is rendered less sharply, so that no document uses all of the memory. */
const maxCanvasPixels = 16_000_000;

export type PdfPagePicture = {
  /** CSS pixels for each point of the page. */
  scale: number;
  /** Degrees; without it as the page says itself. */
  rotation?: number;
  signal: AbortSignal;
};

/**
 * Renders a page to the canvas, at the screen's resolution. The canvas keeps its picture until then.
 * @throws when the page cannot be rendered; the signal's reason when cancelled
 */
export async function drawPdfPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  { scale, rotation = page.rotate, signal }: PdfPagePicture,
): Promise<void> {
  const natural = page.getViewport({ scale: 1, rotation });
  const most = Math.sqrt(maxCanvasPixels / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(scale * window.devicePixelRatio, most), rotation });
  // Rendered off screen and copied at once, because two renderings on one canvas would mix.
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
