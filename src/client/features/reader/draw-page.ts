import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';

/** A larger page is drawn less sharp, so that no document takes all of the memory. */
const maxCanvasPixels = 16_000_000;

export type PagePlace = { canvas: HTMLCanvasElement; text: HTMLElement };

export type DrawPageOptions = {
  /** From 1. */
  number: number;
  /** CSS pixels. */
  width: number;
  signal: AbortSignal;
  /** Told before the page is drawn: height over width. */
  onShape: (ratio: number) => void;
};

/**
 * Draws a page and lays its words over it, unseen, to be selected and read out.
 * @throws when it cannot be drawn; the signal's reason when cancelled
 */
export async function drawPage(
  pdf: PDFDocumentProxy,
  { canvas, text }: PagePlace,
  { number, width, signal, onShape }: DrawPageOptions,
): Promise<void> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const natural = page.getViewport({ scale: 1 });
  onShape(natural.height / natural.width);
  const scale = width / natural.width;
  await drawPicture(page, canvas, scale, signal);
  signal.throwIfAborted();
  await layWords(page, text, scale, signal);
}

async function drawPicture(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  scale: number,
  signal: AbortSignal,
): Promise<void> {
  const natural = page.getViewport({ scale: 1 });
  const most = Math.sqrt(maxCanvasPixels / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(scale * window.devicePixelRatio, most) });
  // Drawn aside and shown whole: two drawings on one canvas would mix, and the old one stays until the new one is there.
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

async function layWords(
  page: PDFPageProxy,
  place: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<void> {
  const container = document.createElement('div');
  container.className = 'pdf-words';
  container.style.setProperty('--total-scale-factor', String(scale));
  const layer = new TextLayer({
    textContentSource: page.streamTextContent({ includeMarkedContent: false }),
    container,
    viewport: page.getViewport({ scale }),
  });
  const cancel = () => layer.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await layer.render();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  signal.throwIfAborted();
  place.replaceChildren(container);
}
