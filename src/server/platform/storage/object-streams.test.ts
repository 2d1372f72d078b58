import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FileRejected } from './file-rejected.ts';
import { inspectPdf } from './pdf-content.ts';
import { pdfOf, scripted } from './testing/small-pdfs.ts';

const content = Buffer.from(`2 0 ${scripted}`);
const deflated = deflateSync(content);
const hex = Buffer.from(`${content.toString('hex')}>`);
const keys = '/Type /ObjStm /N 1 /First 4';
const flate = '/Filter /FlateDecode';

/** @param opening - everything before the data, including the line break after the keyword `stream` */
function streamOf(opening: string, data: Buffer): string {
  return `${opening}${data.toString('latin1')}\nendstream\nendobj`;
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

describe('finds a script in an object stream', () => {
  it.each([
    ['without compression', `5 0 obj << ${keys} /Length 9 >>\nstream\n`, content],
    ['without the key /Type', `5 0 obj << /N 1 /First 4 ${flate} >>\nstream\n`, deflated],
    ['as PDFium writes it', `1 0 obj 1 endobj5 0 obj\r\n<<${keys}${flate}>>stream\r\n`, deflated],
    ['as Acrobat writes it', `5 0 obj\r<</Extends 4 0 R${flate}${keys}/Length 9>>stream\r\n`, deflated],
    ['with a list of filters', `5 0 obj\n<<\n${keys} /Filter [ /FlateDecode ]\n>>\nstream\n`, deflated],
    ['with a short filter name', `5 0 obj <<${keys}/Length 7 0 R/DL 9/Filter[/Fl]>>stream\n`, deflated],
    ['after comments', `5 0 obj % (\n% <<\n<< ${keys} ${flate} >> % stream\nstream\n`, deflated],
    ['with line breaks in `5 0 obj`', `5\n0\nobj\n<< ${keys} ${flate} >>\nstream\n`, deflated],
  ])('%s', async (_what, opening, data) => {
    expect(await outcomeOf(streamOf(opening, data))).toEqual(['JavaScript']);
  });
});

describe('rejects a file', () => {
  const hidden = `/X\n5 0 obj << ${keys} ${flate} >>\nstream\n`;
  it.each([
    [
      'with a filter before the beginning of another object',
      `5 0 obj << /F [/FlateDecode /ASCIIHexDecode] ${hidden}`,
      deflateSync(hex),
    ],
    [
      'with a filter before `endobj` and the beginning of another object',
      `5 0 obj << /F [/FlateDecode /ASCIIHexDecode] /Y endobj ${hidden}`,
      deflateSync(hex),
    ],
    ['with a predictor before an object', `5 0 obj << /DecodeParms << /Predictor 12 >> ${hidden}`, deflated],
    ['with a key without a value', `5 0 obj << ${keys} /X >> /F /AHx >>\nstream\n`, hex],
    ['with a value without a key', `5 0 obj << /F /AHx 5 << ${keys} >>\nstream\n`, hex],
    ['with an array in place of a key', `5 0 obj << /F /AHx [ << ${keys} >>\nstream\n`, hex],
    ['with an array that is not closed', `5 0 obj << /F /AHx /X [ << ${keys} >> >>\nstream\n`, hex],
    ['with an array closed twice', `5 0 obj << /F /AHx /X ] ${keys} >>\nstream\n`, hex],
    ['with a dictionary that is not closed', `5 0 obj << ${keys} ${flate}\nstream\n`, deflated],
    ['with a string that is not closed', `5 0 obj << ${keys} ${flate} /X (\\) >>\nstream\n`, deflated],
    ['with a filter other than FlateDecode', `5 0 obj << /N 1 /First 4 /Filter /AHx >>\nstream\n`, hex],
    ['with an escaped key', `5 0 obj << /N 1 /F#69rst 4 /Filter /AHx >>\nstream\n`, hex],
    ['with text between `stream` and the data', `5 0 obj << ${keys} ${flate} >>\nstream x\n`, deflated],
    ['with more white space than PDF writers produce', `5 0 obj${' '.repeat(600)}<< ${keys} >>`, hex],
  ])('%s', async (_what, opening, data) => {
    expect(await outcomeOf(streamOf(opening, data))).toBe('unreadable');
  });
});

it.each([
  '<< /Title (a \\( b (c) \\\\) /Author (\\)) /ID [<0a>\n<>] % )>>\n/Size 5 >>',
  '<</Kids[5 0 R 6 0 R]/Count -2/Rotate 0/Open true/Parent null/Matrix[1.0E-5 -.5 +1]/A/B>>',
  '<< /First 5 0 R /Last 6 0 R /A << /S /GoTo /D [3 0 R /Fit] >> /N << >> >>',
  `<< /Contents <${'00'.repeat(5_000)}> /Kids [${'5 0 R '.repeat(20_000)}] /Text (${'obj ('.repeat(2_000)}${')'.repeat(2_000)}) >>`,
])('accepts the dictionary of an object that is not an object stream (case %#)', async (dictionary) => {
  expect(await outcomeOf(`5 0 obj\n${dictionary}\nendobj`)).toEqual([]);
});
