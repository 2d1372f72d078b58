import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** At zoom 1, a page is as wide as the PDF reader, but at most `maxFittedWidth`. */
const steps = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];
export const fitZoom = 1;

/** The next step in a direction; `zoom` itself if there is none. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next = direction === 1 ? steps.find((step) => step > zoom) : steps.findLast((step) => step < zoom);
  return next ?? zoom;
}

export function canZoom(zoom: number, direction: 1 | -1): boolean {
  return nextZoom(zoom, direction) !== zoom;
}

/** The width of a page at `fitZoom` in a wide PDF reader, in CSS pixels. */
const maxFittedWidth = 880;

/** The width of a page in CSS pixels, where `room` CSS pixels are available. */
export function pageWidth(room: number, zoom: number): number {
  return Math.max(1, Math.round(Math.min(room, maxFittedWidth) * zoom));
}

/**
 * The zoom at which the text of a page fills `room` CSS pixels; at least `fitZoom`, at most the last step.
 * @param share - the width of the text as a fraction of the page's width
 */
export function textZoom(room: number, share: number): number {
  const zoom = room / (pageWidth(room, fitZoom) * share);
  return Math.min(Math.max(zoom, fitZoom), steps.at(-1) ?? fitZoom);
}

/** Left and right edge of a page's text, as fractions of the page's width. */
export type TextColumn = { left: number; right: number };

/** Fraction of the page's height at the bottom that is treated as footer, which may be wider than the text. */
const footerShare = 0.06;

/**
 * Finds the left and right edge of the text on a page, without its footer.
 * @returns the whole width for a page without text and for a rotated page
 */
export async function findTextColumn(pdf: PDFDocumentProxy, pageNumber: number): Promise<TextColumn> {
  const page = await pdf.getPage(pageNumber);
  const [x1 = 0, y1 = 0, x2 = 1, y2 = 1] = page.view;
  const edges = { left: 1, right: 0 };
  if (page.rotate === 0) {
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , x = 0, y = 0] = item.transform as number[];
      if (y - y1 < (y2 - y1) * footerShare) continue;
      edges.left = Math.min(edges.left, (x - x1) / (x2 - x1));
      edges.right = Math.max(edges.right, (x + item.width - x1) / (x2 - x1));
    }
  }
  const left = Math.max(0, edges.left);
  const right = Math.min(1, edges.right);
  return left < right ? { left, right } : { left: 0, right: 1 };
}
