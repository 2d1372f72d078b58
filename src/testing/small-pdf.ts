import { PDFDocument } from 'pdf-lib';

/** Creates a PDF of one page with a title and a line of text, for tests of uploads. */
export async function smallPdf(title: string, text = 'A worked hand.'): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const page = document.addPage([420, 595]);
  page.drawText(title, { x: 48, y: 520, size: 20 });
  page.drawText(text, { x: 48, y: 480, size: 11 });
  return Buffer.from(await document.save());
}
