import { fileURLToPath } from 'node:url';
import { previewPage } from '../../../shared/limits.ts';

/** What is read from a PDF once, for its page in the shop and for the reader. */
export type PdfDetails = {
  pageCount: number;
  /** Titles of the outline's first level, in order, without control characters; empty without an outline. */
  chapters: string[];
  /** Page `previewPage` as a WebP image; null if the PDF has fewer pages. */
  preview: Uint8Array | null;
  /** The first page in the same format; only for users who may open the file. */
  firstPage: Uint8Array | null;
};

const maxChapters = 40;
const maxTitleLength = 200;
/** Width of both images in pixels: sharp on a phone, about 40 kB. */
const previewWidth = 720;
const standardFonts = fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/'));

/** Reads a PDF with pdf.js. Call it only in a separate process, because files can be designed to exhaust the memory. */
export async function describePdf(bytes: Uint8Array): Promise<PdfDetails> {
  // Loaded on first use: a process that only stamps PDFs needs neither pdf.js nor the canvas.
  const [{ getDocument }, { createCanvas }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('@napi-rs/canvas'),
  ]);
  const loading = getDocument({
    // Copied, because pdf.js takes ownership of the memory.
    data: Uint8Array.from(bytes),
    useSystemFonts: false,
    standardFontDataUrl: standardFonts,
    verbosity: 0,
  });
  try {
    const document = await loading.promise;
    const outline = (await document.getOutline()) ?? [];
    const draw = async (number: number) => {
      const page = await document.getPage(number);
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: previewWidth / natural.width });
      const canvas = createCanvas(previewWidth, Math.min(Math.round(viewport.height), 3 * previewWidth));
      // The types expect the browser's canvas; this one has the same methods.
      await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
      return canvas.toBuffer('image/webp', 82);
    };
    const firstPage = await draw(1);
    const preview = document.numPages < previewPage ? null : await draw(previewPage);
    return {
      pageCount: document.numPages,
      chapters: outline
        // Some programs end titles with NUL, which Postgres rejects.
        .map(({ title }) =>
          title
            .replace(/\p{Cc}+/gu, ' ')
            .trim()
            .slice(0, maxTitleLength),
        )
        .filter((title) => title !== '')
        .slice(0, maxChapters),
      preview,
      firstPage,
    };
  } finally {
    await loading.destroy();
  }
}
