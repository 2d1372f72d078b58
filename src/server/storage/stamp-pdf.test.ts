import { monitorEventLoopDelay } from 'node:perf_hooks';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { NotStampable } from './not-stampable.ts';
import { stampPdf } from './stamp-pdf.ts';

function pdfOf(kids: string, objects: string): Buffer {
  return Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
      `2 0 obj\n<< /Type /Pages /Count 1 /Kids [${kids}] >>\nendobj`,
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>\nendobj',
      objects,
      'trailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
    ].join('\n'),
    'latin1',
  );
}

/** Sixty megabytes of numbers, in sixty kilobytes. */
function unfolding(): Buffer {
  const body = deflateSync(Buffer.from(`7 0 [${'1 '.repeat(30_000_000)}]`)).toString('latin1');
  return pdfOf(
    '3 0 R',
    `5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${body.length} >>\nstream\n${body}\nendstream\nendobj`,
  );
}

/** A tree in which each node holds the next one twice: a thousand million pages, in three kilobytes. */
function doubling(): Buffer {
  const depth = 30;
  const node = (number: number) =>
    `${number} 0 obj << /Type /Pages /Parent 2 0 R /Count 2 /Kids [${number + 1} 0 R ${number + 1} 0 R] >> endobj`;
  const nodes = Array.from({ length: depth }, (_, level) => node(level + 10));
  return pdfOf(
    '10 0 R',
    `${nodes.join('\n')}\n${depth + 10} 0 obj << /Type /Page /Parent ${depth + 9} 0 R /MediaBox [0 0 9 9] >> endobj`,
  );
}

describe('stamping', () => {
  it('writes the line on a small file as on any other', async () => {
    const stamped = await stampPdf(pdfOf('3 0 R', ''), 'Dana');
    expect((await PDFDocument.load(stamped)).getPageCount()).toBe(1);
  });

  it.each([
    ['unfolds to more than there is room for', unfolding],
    ['has more pages than anybody could count', doubling],
  ])('gives a small file up that %s, and holds nothing up meanwhile', async (_what, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(100_000);
    const delays = monitorEventLoopDelay({ resolution: 10 });
    delays.enable();
    await expect(stampPdf(bytes, 'Dana')).rejects.toBeInstanceOf(NotStampable);
    delays.disable();
    expect(delays.max / 1e6).toBeLessThan(5_000);
    expect((await stampPdf(pdfOf('3 0 R', ''), 'Dana')).length).toBeGreaterThan(200);
  });
});
