import {
  degrees,
  EncryptedPDFError,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
} from 'pdf-lib';
import { NotStampable } from './not-stampable.ts';
import { type PageBox, pointOn, type Rotation } from './page-rotation.ts';
import { drawCode } from './stamp-code.ts';

const maxPages = 20_000;
// In points.
const fontSize = 7;
const minFontSize = 3;
const bottomMargin = 9;
const minSideMargin = 12;

/**
 * Writes one line into the bottom margin of every page, as the page is displayed after cropping and rotation. Rejects a
 * file with an unreadable object, because the stamped file would lack that object.
 * @param line - Latin-1 characters only
 * @param url - printed as a QR code on the last page
 * @throws NotStampable
 */
export async function stampPages(bytes: Uint8Array, line: string, url?: string): Promise<Uint8Array> {
  try {
    const document = await PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: true,
      parseSpeed: Number.POSITIVE_INFINITY,
    });
    assertCountable(document);
    const pages = document.getPages();
    if (pages.length === 0) throw new NotStampable('unreadable');
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (const page of pages) stampPage(page, font, line);
    const last = pages.at(-1);
    if (last && url !== undefined)
      drawCode(last, { box: visibleBox(last), rotation: rotationOf(last), font, url });
    return await document.save({ objectsPerTick: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (error instanceof NotStampable) throw error;
    throw new NotStampable(error instanceof EncryptedPDFError ? 'protected' : 'unreadable', { cause: error });
  }
}

/** A page tree may reference a node repeatedly: three kilobytes can describe a billion pages. */
function assertCountable(document: PDFDocument): void {
  let visited = 0;
  document.catalog.Pages().traverse(() => {
    visited += 1;
    if (visited > maxPages) throw new NotStampable('too_large');
  });
}

function stampPage(page: PDFPage, font: PDFFont, line: string): void {
  const box = visibleBox(page);
  const rotation = rotationOf(page);
  const shownWidth = rotation % 180 === 0 ? box.width : box.height;
  const room = shownWidth - 2 * minSideMargin;
  const fitting = (fontSize * room) / font.widthOfTextAtSize(line, fontSize);
  const size = Math.max(minFontSize, Math.min(fontSize, fitting));
  const width = font.widthOfTextAtSize(line, size);
  page.drawText(line, {
    font,
    size,
    color: rgb(0.35, 0.35, 0.35),
    ...pointOn(box, rotation, { right: (shownWidth - width) / 2, up: bottomMargin }),
    rotate: degrees(rotation),
  });
}

const rotationOf = (page: PDFPage) => (((page.getRotation().angle % 360) + 360) % 360) as Rotation;

/** The displayed area: the crop box clipped to the media box (ISO 32000-1 §14.11.2). */
function visibleBox(page: PDFPage): PageBox {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()];
  const x = Math.max(media.x, crop.x);
  const y = Math.max(media.y, crop.y);
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : media;
}
