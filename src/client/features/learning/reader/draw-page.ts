import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { drawPdfPage } from '../../../lib/draw-pdf-page.ts';

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
  await drawPdfPage(page, canvas, { scale, signal });
  await layWords(page, text, scale, signal);
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
