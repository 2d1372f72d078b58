import { degrees, type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import { create } from 'qrcode';
import { type PageBox, pointOn, type Rotation } from './page-rotation.ts';

/** The side of a module (one square of the QR code), in points. It is 0.6 mm, which phones can read from paper. */
const moduleSize = 1.7;
/** The white edge that scanners need, in modules (ISO/IEC 18004). */
const quietModules = 4;
const sideMargin = 12;
/** Leaves room for the line of the stamp below the QR code. */
const bottomMargin = 22;
const fontSize = 6;
/** In points. A page that is narrower or shorter than this has no room for the QR code. */
const minSide = 200;

type CodePlace = { box: PageBox; rotation: Rotation; font: PDFFont; url: string };

/**
 * Draws a URL as a QR code, with the URL as text below it, upright in the lower right corner of the page as displayed.
 * Draws nothing on a page that is too small.
 */
export function drawCode(page: PDFPage, { box, rotation, font, url }: CodePlace): void {
  if (Math.min(box.width, box.height) < minSide) return;
  const { modules } = create(url, { errorCorrectionLevel: 'M' });
  const side = (modules.size + 2 * quietModules) * moduleSize;
  const text = url.replace(/^https?:\/\//, '');
  const textWidth = font.widthOfTextAtSize(text, fontSize);
  const shownWidth = rotation % 180 === 0 ? box.width : box.height;
  const right = shownWidth - sideMargin - Math.max(side, textWidth);
  const rotate = degrees(rotation);
  const at = (toRight: number, up: number) =>
    pointOn(box, rotation, { right: right + toRight, up: bottomMargin + up });
  page.drawRectangle({
    ...at(0, 0),
    width: Math.max(side, textWidth),
    height: side + fontSize,
    color: rgb(1, 1, 1),
    rotate,
  });
  page.drawText(text, { ...at(0, 2), font, size: fontSize, color: rgb(0.35, 0.35, 0.35), rotate });
  page.drawSvgPath(pathOf(modules), {
    ...at(quietModules * moduleSize, fontSize + side - quietModules * moduleSize),
    scale: moduleSize,
    color: rgb(0, 0, 0),
    rotate,
  });
}

/** The dark modules as rectangles, one for each run of dark modules in a row. */
function pathOf({ size, data }: { size: number; data: Uint8Array }): string {
  const isDark = (row: number, column: number) => column < size && data[row * size + column] !== 0;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (isDark(row, column)) column += 1;
      if (column > start) path += `M${start} ${row}h${column - start}v1h-${column - start}z`;
    }
  }
  return path;
}
