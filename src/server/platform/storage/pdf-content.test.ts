import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FileRejected } from './file-rejected.ts';
import { inspectPdf } from './pdf-content.ts';
import { objectStream, pdfOf, scripted } from './testing/small-pdfs.ts';

const content = `2 0 ${scripted}`;
const flate = '/Filter /FlateDecode';

/** The keyword `endstream` uncompressed, then the rest compressed. */
function deflatedAfterEndstream(bytes: Buffer): Buffer {
  const keyword = Buffer.from('%endstream\n');
  return Buffer.concat([
    deflateSync(keyword, { level: 0, finishFlush: constants.Z_SYNC_FLUSH }),
    deflateRawSync(bytes),
    // The checksum of both.
    deflateSync(Buffer.concat([keyword, bytes])).subarray(-4),
  ]);
}

/** The active content that the inspection finds, or why it rejects the file. */
async function outcomeOf(objects: string): Promise<string | string[]> {
  try {
    return (await inspectPdf(pdfOf(objects))).activeContent;
  } catch (error) {
    if (error instanceof FileRejected) return error.reason;
    throw error;
  }
}

it('finds a script after the keyword `endstream` in the data of an object stream', async () => {
  expect(await outcomeOf(objectStream(content, flate, deflatedAfterEndstream))).toEqual(['JavaScript']);
});

it('finds a file that is attached to a page in a stream without a type', async () => {
  const attachment = '2 0 obj << /Subtype /FileAttachment /FS << /F (x.exe) /EF << /F 3 0 R >> >> >> endobj';
  const file = '3 0 obj << /Length 1 >> stream\nx\nendstream endobj';
  expect(await outcomeOf(`${attachment}\n${file}`)).toEqual(['FileAttachment']);
});

/** The filter comes before text that looks like the beginning of the object. */
const filterBefore = (text: string) =>
  objectStream(content, '', deflateSync).replace('/Type', `${flate} /X ${text} /Type`);

it.each([
  ['the keyword `stream` in a string', objectStream(content, `/X (stream) ${flate}`, deflateSync)],
  ['a filter before ` obj` in a string', filterBefore('(a obj <<)')],
  ['a filter before ` obj` in a comment', filterBefore('% obj <<\n')],
  ['a filter before ` obj` in the dictionary', filterBefore('\n5 0 obj <<')],
  [
    'two filters',
    objectStream(content, '/Filter [/FlateDecode /ASCIIHexDecode]', (bytes) =>
      deflateSync(bytes.toString('hex')),
    ),
  ],
  ['a predictor', objectStream('2 0', `${flate} /DecodeParms << /Predictor 12 >>`, deflateSync)],
])('rejects an object stream with %s', async (_what, objects) => {
  expect(await outcomeOf(objects)).toBe('unreadable');
});
