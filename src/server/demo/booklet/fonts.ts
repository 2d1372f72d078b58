import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';

const folder = path.join(import.meta.dirname, '../../../../node_modules/@fontsource/instrument-sans/files');

/**
 * The booklets' fonts as OpenType files. The package has only WOFF and WOFF2 files, and pdfkit would decompress
 * them again for every booklet.
 */
export const bookletFonts = {
  regular: await readFont('400-normal'),
  bold: await readFont('600-normal'),
  italic: await readFont('400-italic'),
};

async function readFont(style: string): Promise<Buffer> {
  return woffToOpenType(await readFile(path.join(folder, `instrument-sans-latin-${style}.woff`)));
}

/** Decompresses the tables of a WOFF 1.0 file (https://www.w3.org/TR/WOFF/). */
function woffToOpenType(woff: Buffer): Buffer {
  const tableCount = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * tableCount);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tableCount, 4);
  const tables: Buffer[] = [];
  let end = directory.length;
  for (let index = 0; index < tableCount; index += 1) {
    const entry = 44 + 20 * index;
    const start = woff.readUInt32BE(entry + 4);
    const storedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const stored = woff.subarray(start, start + storedLength);
    // Tables that compression would not make smaller are stored uncompressed.
    const table = storedLength < length ? inflateSync(stored) : stored;
    const record = 12 + 16 * index;
    woff.copy(directory, record, entry, entry + 4);
    woff.copy(directory, record + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(end, record + 8);
    directory.writeUInt32BE(length, record + 12);
    const padding = Buffer.alloc(-length & 3);
    tables.push(table, padding);
    end += length + padding.length;
  }
  return Buffer.concat([directory, ...tables]);
}
