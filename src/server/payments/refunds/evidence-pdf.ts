import { latinText } from '../../shop/stamp-line.ts';

const page = { size: 'A4', margin: 48 } as const;

/**
 * The evidence as a PDF, because Stripe accepts no text files. Omits characters that the standard fonts do not contain.
 */
export async function evidencePdf(text: string): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ ...page, info: { Title: 'Dispute evidence' } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  for (const line of text.split('\n')) {
    const isHeading = /^[A-Z ]+$/.test(line);
    document.font(isHeading ? 'Helvetica-Bold' : 'Helvetica').fontSize(isHeading ? 11 : 9);
    document.text(latinText(line) || ' ');
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
