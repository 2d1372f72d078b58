import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Left and right edge of a page's text, as shares of the page's width. */
export type TextColumn = { left: number; right: number };

/** Whatever is lower on the page is a footer, which may be wider than the text. */
const footerShare = 0.06;

/** @returns the whole width for a page without text, or a turned one */
export async function findTextColumn(pdf: PDFDocumentProxy, number: number): Promise<TextColumn> {
  const page = await pdf.getPage(number);
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
