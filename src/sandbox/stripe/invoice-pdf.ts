import { formatAmount } from './hosted-page-html.ts';
import type { WireInvoice } from './records.ts';

/** Text of a PDF string: Latin-1 only, with parentheses and backslashes escaped. */
function pdfText(text: string): string {
  return text
    .replace(/×/g, 'x')
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
    .replace(/[\\()]/g, (character) => `\\${character}`);
}

/** An invoice as a one-page PDF with plain text (ISO 32000-1, standard font, no compression). */
export function invoicePdf(invoice: WireInvoice): Buffer {
  const money = (cents: number) => formatAmount(cents, invoice.currency);
  const lines = [
    `Invoice ${invoice.number}`,
    `Date ${new Date(invoice.created * 1000).toISOString().slice(0, 10)}   Status ${invoice.status}`,
    `For ${invoice.customer_email ?? invoice.customer}`,
    ...invoice.lines.data.map((line) => `${line.description}   ${money(line.amount)}`),
    `Total ${money(invoice.total)}`,
    'Sandbox: no money has moved.',
  ].map((line) => `(${pdfText(line)}) Tj T*`);
  const stream = `BT /F1 11 Tf 18 TL 56 780 Td\n${lines.join('\n')}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets: string[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(Buffer.byteLength(body, 'latin1')).padStart(10, '0')} 00000 n \n`);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = Buffer.byteLength(body, 'latin1');
  const size = objects.length + 1;
  body += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}
