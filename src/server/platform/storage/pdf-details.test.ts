import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { expect, it } from 'vitest';
import { describePdf } from './pdf-details.ts';

async function pdfWithBookmark(title: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([100, 100]);
  const { context, catalog } = document;
  const [outlines, bookmark] = [context.nextRef(), context.nextRef()];
  const Title = PDFHexString.fromText(title);
  context.assign(bookmark, context.obj({ Title, Parent: outlines, Dest: [page.ref, 'Fit'] }));
  context.assign(outlines, context.obj({ First: bookmark, Last: bookmark, Count: 1 }));
  catalog.set(PDFName.of('Outlines'), outlines);
  return document.save();
}

it('removes control characters from the titles of chapters', async () => {
  const details = await describePdf(await pdfWithBookmark('Outs\tand odds\0'));
  expect(details).toMatchObject({ pageCount: 1, chapters: ['Outs and odds'] });
});
