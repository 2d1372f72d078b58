/** A PDF with a catalog and the given objects. */
export function pdfOf(objects: string, end = 'startxref\n9\n%%EOF\n'): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${objects}\ntrailer << /Root 1 0 R >>\n${end}`,
    'latin1',
  );
}

/** An object stream. @param filter - the entry of its dictionary that names the encoding */
export function objectStream(content: string, filter: string, encode: (bytes: Buffer) => Buffer): string {
  const body = encode(Buffer.from(content)).toString('latin1');
  return `5 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${filter} /Length ${body.length} >>\nstream\r\n${body}\nendstream\nendobj`;
}

export const scripted = '<< /S /JavaScript /JS (app.alert(1)) >>';
