import { randomBytes } from 'node:crypto';
import { degrees, PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * Creates a PDF whose pages have different shapes: unrotated, rotated by 90, 180 and 270 degrees, and cropped (the
 * fifth).
 */
export async function unevenPdf(pages = 5): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let index = 0; index < pages; index += 1) {
    const page = document.addPage([420, 595]);
    page.drawText(`Page ${index + 1}`, { x: 50, y: 400 });
    page.setRotation(degrees((index % 4) * 90));
    if (index === 4) page.setCropBox(40, 100, 200, 350);
  }
  return Buffer.from(await document.save());
}

/** Creates a readable, incompressible PDF that is slightly larger than this size. */
export async function largePdf(megabytes: number): Promise<Buffer> {
  const document = await PDFDocument.load(await unevenPdf(3));
  const noise = document.context.stream(randomBytes(megabytes * 1024 * 1024));
  document.catalog.set(document.context.obj('Noise'), document.context.register(noise));
  return Buffer.from(await document.save());
}

/** Begins and ends like a PDF, but has no page tree. */
export const withoutPages = (): Buffer =>
  Buffer.from(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 2\ntrailer\n<< /Root 1 0 R /Size 2 >>\nstartxref\n50\n%%EOF\n',
  );

/** The text of each page, as a PDF reader extracts it. */
export async function textsOf(bytes: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await task.destroy();
  return texts;
}

/**
 * The position of the stamp on each page as displayed (cropped and rotated), in points from the lower left corner, and
 * its rotation in degrees. `width` is a fraction of the page width.
 */
export async function stampPositionsOf(
  bytes: Buffer,
): Promise<{ x: number; y: number; angle: number; width: number }[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const positions = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    // The stamp shows the buyer's email as `d***@example.test`.
    const line = items.find((item) => 'str' in item && item.str.includes('***'));
    if (!line || !('str' in line)) throw new Error(`page ${number} has no stamp`);
    const [a = 0, b = 0, , , e = 0, f = 0] = line.transform as number[];
    const [x = 0, y = 0] = viewport.convertToViewportPoint(e, f);
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(e + a, f + b);
    const angle = Math.round((Math.atan2(y2 - y, x2 - x) * 180) / Math.PI);
    positions.push({ x, y: viewport.height - y, angle, width: line.width / viewport.width });
  }
  await task.destroy();
  return positions;
}
