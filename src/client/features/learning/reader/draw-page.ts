import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawPdfPage } from '../../../lib/draw-pdf-page.ts';

export type PageElements = { canvas: HTMLCanvasElement; text: HTMLElement };

export type DrawPageOptions = {
  /** The page number, from 1. */
  number: number;
  /** CSS pixels. */
  width: number;
  signal: AbortSignal;
  /** Called before the page is rendered, with its height divided by its width. */
  onRatio: (ratio: number) => void;
};

/**
 * Renders a page and adds an invisible text layer for selection and screen readers.
 * @throws when the page cannot be rendered or the signal cancels the rendering
 */
export async function drawPage(
  pdf: PDFDocumentProxy,
  { canvas, text }: PageElements,
  { number, width, signal, onRatio }: DrawPageOptions,
): Promise<void> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const unscaled = page.getViewport({ scale: 1 });
  onRatio(unscaled.height / unscaled.width);
  const scale = width / unscaled.width;
  await drawPdfPage(page, canvas, { scale, signal });
  await renderTextLayer(page, text, scale, signal);
}

async function renderTextLayer(
  page: PDFPageProxy,
  target: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<void> {
  const container = document.createElement('div');
  container.className = 'pdf-text';
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
  target.replaceChildren(container);
}
