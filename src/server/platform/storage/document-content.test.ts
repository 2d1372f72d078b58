import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument as PDFLib } from 'pdf-lib';
import PDFDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectDocument } from './document-content.ts';
import { FileRejected, type RejectionReason } from './file-rejected.ts';
import { inspectPdf } from './pdf-content.ts';
import { objectStream, pdfOf, scripted } from './testing/small-pdfs.ts';

/** 60 × 40, left half red and right half blue, to detect a rotation and a loss of content. */
function halves(): Sharp {
  const red = { create: { width: 30, height: 40, channels: 3, background: '#c00000' } } as const;
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#0000c0' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}
const jpegBytes = () => halves().jpeg({ quality: 95 }).toBuffer();
const pngBytes = () => halves().png().toBuffer();

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** A one-bit gray PNG of any size whose pixels compress to almost nothing. */
function flatPng(width: number, height: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const heicBytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]);
const zipBytes = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)]);

async function reasonOf(bytes: Buffer): Promise<RejectionReason | 'accepted'> {
  try {
    await inspectDocument(bytes);
    return 'accepted';
  } catch (error) {
    if (error instanceof FileRejected) return error.reason;
    throw error;
  }
}

describe('rejected documents', () => {
  const wrong: { what: string; make: () => Buffer | Promise<Buffer>; reason: RejectionReason }[] = [
    { what: 'an empty file', make: () => Buffer.alloc(0), reason: 'empty' },
    { what: 'plain text', make: () => Buffer.from('just words'), reason: 'unsupported_type' },
    {
      what: 'an SVG',
      make: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      reason: 'unsupported_type',
    },
    {
      what: 'HTML',
      make: () => Buffer.from('<!doctype html><script>1</script>'),
      reason: 'unsupported_type',
    },
    { what: 'a ZIP renamed', make: () => zipBytes, reason: 'unsupported_type' },
    { what: 'a GIF', make: () => halves().gif().toBuffer(), reason: 'unsupported_type' },
    { what: 'a WebP', make: () => halves().webp().toBuffer(), reason: 'unsupported_type' },
    { what: 'a TIFF', make: () => halves().tiff().toBuffer(), reason: 'unsupported_type' },
    { what: 'an executable', make: () => Buffer.from('\x7fELF\x02\x01\x01'), reason: 'unsupported_type' },
    { what: 'an MP4', make: () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0'), reason: 'unsupported_type' },
    {
      what: 'a GIF header before a PDF',
      make: () => Buffer.concat([Buffer.from('GIF89a'), pdfOf('')]),
      reason: 'unsupported_type',
    },
    {
      what: 'white space before a PDF',
      make: () => Buffer.concat([Buffer.from('\n'), pdfOf('')]),
      reason: 'unsupported_type',
    },
    { what: 'a HEIC photo', make: () => heicBytes, reason: 'heic' },
    { what: 'an AVIF', make: () => halves().avif().toBuffer(), reason: 'heic' },
    {
      what: 'a truncated JPEG',
      make: async () => {
        const noise = {
          create: { width: 200, height: 200, channels: 3, noise: { type: 'gaussian' } },
        } as const;
        const whole = await sharp({ ...noise, create: { ...noise.create, background: '#888' } })
          .jpeg()
          .toBuffer();
        return whole.subarray(0, Math.floor(whole.length / 2));
      },
      reason: 'unreadable',
    },
    { what: 'a JPEG of three bytes', make: () => Buffer.from('ffd8ff', 'hex'), reason: 'unreadable' },
    {
      what: 'a JPEG signature before a script',
      make: () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<script>1</script>')]),
      reason: 'unreadable',
    },
    {
      what: 'a truncated PNG',
      make: async () => {
        const whole = await pngBytes();
        return whole.subarray(0, whole.length - 30);
      },
      reason: 'unreadable',
    },
    {
      what: 'a PNG with a broken checksum',
      make: async () => {
        const whole = Buffer.from(await pngBytes());
        const middle = whole.indexOf('IDAT') + 12;
        whole[middle] = (whole[middle] ?? 0) ^ 0xff;
        return whole;
      },
      reason: 'unreadable',
    },
    {
      what: 'only the start of a PNG',
      make: () => Buffer.from('89504e470d0a1a0a', 'hex'),
      reason: 'unreadable',
    },
    { what: 'a PNG of 16384 × 16384 pixels', make: () => flatPng(16_384, 16_384), reason: 'too_many_pixels' },
    {
      what: 'an animated PNG',
      make: () => flatPng(8, 8, [pngChunk('acTL', Buffer.from('0000000200000000', 'hex'))]),
      reason: 'animated',
    },
    { what: 'a truncated PDF', make: () => pdfOf('', ''), reason: 'unreadable' },
    {
      what: 'a PDF with other data after its end',
      make: () => Buffer.concat([pdfOf(''), Buffer.alloc(2_000)]),
      reason: 'unreadable',
    },
    { what: 'only the first line of a PDF', make: () => Buffer.from('%PDF-1.7\n'), reason: 'unreadable' },
    {
      what: 'a PDF of an unknown version',
      make: () => Buffer.from('%PDF-x\n%%EOF'),
      reason: 'unsupported_type',
    },
    { what: 'a PDF with a script', make: () => pdfOf(`2 0 obj ${scripted} endobj`), reason: 'unsafe' },
    {
      what: 'a PDF with a script in escaped names',
      make: () => pdfOf('2 0 obj << /S /J#61vaScr#69pt /JS (1) >> endobj'),
      reason: 'unsafe',
    },
    {
      what: 'a PDF with a script in a compressed object stream',
      make: () => pdfOf(objectStream(`2 0 ${scripted}`, '/Filter /FlateDecode', deflateSync)),
      reason: 'unsafe',
    },
    {
      what: 'a PDF with an object stream that cannot be opened',
      make: () => pdfOf(objectStream('not deflated', '/Filter /FlateDecode', (bytes) => bytes)),
      reason: 'unreadable',
    },
    {
      what: 'a PDF with an object stream in another encoding',
      make: () => pdfOf(objectStream('616263>', '/Filter /ASCIIHexDecode', (bytes) => bytes)),
      reason: 'unreadable',
    },
    {
      what: 'a PDF whose object stream inflates to 100 MB',
      make: () => pdfOf(objectStream(' '.repeat(100_000_000), '/Filter /FlateDecode', deflateSync)),
      reason: 'unreadable',
    },
    {
      what: 'a PDF that starts a program',
      make: () => pdfOf('2 0 obj << /S /Launch /F (x) >> endobj'),
      reason: 'unsafe',
    },
    {
      what: 'a PDF with a file inside',
      make: () => pdfOf('2 0 obj << /Type /EmbeddedFile >> stream\nx\nendstream endobj'),
      reason: 'unsafe',
    },
    {
      what: 'a PDF that requires a password',
      make: () => pdfOf('trailer << /Encrypt 9 0 R >>'),
      reason: 'protected',
    },
  ];

  test.each(wrong)('$what: $reason', async ({ make, reason }) => {
    expect(await reasonOf(await make())).toBe(reason);
  });

  test('every rejection says what to do', () => {
    for (const { reason } of wrong) expect(new FileRejected(reason).message).toMatch(/[Pp]lease .+\./);
  });
});

describe('images', () => {
  test('a JPEG with GPS and orientation tags is rotated upright and loses both tags', async () => {
    const photo = await halves()
      .withExif({
        IFD0: { Make: 'Camera', Software: 'Software' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 22/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '4/1 53/1 0/1',
        },
      })
      .jpeg({ quality: 95 })
      .toBuffer();
    const rotated = await sharp(photo)
      .keepExif()
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const before = await sharp(rotated).metadata();
    expect(before).toMatchObject({ width: 60, height: 40, orientation: 6 });
    expect(before.exif?.includes('Camera')).toBe(true);
    // The tag of the GPS directory, in either byte order.
    expect(['8825', '2588'].some((tag) => before.exif?.includes(Buffer.from(tag, 'hex')))).toBe(true);

    const inspected = await inspectDocument(rotated);
    expect(inspected).toMatchObject({ contentType: 'image/jpeg', extension: 'jpg', width: 40, height: 60 });
    const after = await sharp(inspected.bytes).metadata();
    expect(after).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    expect(after.exif).toBeUndefined();
    expect(after.xmp).toBeUndefined();
    expect(after.orientation).toBeUndefined();
    expect(inspected.bytes.includes('Exif')).toBe(false);

    // Orientation 6 rotates by 90° clockwise: the left, red half becomes the upper one.
    const { data, info } = await sharp(inspected.bytes).raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ];
    const [upperRed = 0, , upperBlue = 255] = pixel(20, 10);
    const [lowerRed = 255, , lowerBlue = 0] = pixel(20, 50);
    expect(Math.abs(upperRed - 0xc0)).toBeLessThan(12);
    expect(upperBlue).toBeLessThan(12);
    expect(lowerRed).toBeLessThan(12);
    expect(Math.abs(lowerBlue - 0xc0)).toBeLessThan(12);
  });

  test('a PNG stays a PNG with the same pixels, and loses its text chunks', async () => {
    const plain = await pngBytes();
    const end = plain.indexOf('IEND') - 4;
    const comment = pngChunk('tEXt', Buffer.from('Comment\0at home, 52.37N 4.88E'));
    const inspected = await inspectDocument(
      Buffer.concat([plain.subarray(0, end), comment, plain.subarray(end)]),
    );
    expect(inspected).toMatchObject({ contentType: 'image/png', extension: 'png', width: 60, height: 40 });
    expect(inspected.bytes.includes('52.37N')).toBe(false);
    expect(await sharp(inspected.bytes).raw().toBuffer()).toEqual(await sharp(plain).raw().toBuffer());
  });

  test('data appended to an image or hidden in its comment is removed', async () => {
    const script = Buffer.from('<html><script>alert(1)</script></html>');
    const jpeg = await inspectDocument(Buffer.concat([await jpegBytes(), script]));
    expect(jpeg.bytes.includes('script')).toBe(false);
    const png = await inspectDocument(Buffer.concat([await pngBytes(), script]));
    expect(png.bytes.includes('script')).toBe(false);
    const length = Buffer.from([0, script.length + 2]);
    const comment = Buffer.concat([Buffer.from('fffe', 'hex'), length, script]);
    const plain = await jpegBytes();
    const commented = await inspectDocument(
      Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]),
    );
    expect(commented.bytes.includes('script')).toBe(false);
  });

  test('an image at the pixel limit is accepted, a larger one is rejected', async () => {
    expect(await inspectDocument(flatPng(8_000, 5_000))).toMatchObject({ width: 8_000, height: 5_000 });
    expect(await reasonOf(flatPng(8_000, 5_001))).toBe('too_many_pixels');
  });
});

describe('PDFs', () => {
  test('a PDF is stored byte for byte', async () => {
    const bytes = pdfOf('2 0 obj << /Length 3 >> stream\n/JS\nendstream endobj');
    const inspected = await inspectDocument(bytes);
    expect(inspected).toEqual({ contentType: 'application/pdf', extension: 'pdf', bytes });
  });

  test('PDFs of common writers, with and without object streams, are accepted, unless they contain a script or require a password', async () => {
    const modern = await PDFLib.create();
    modern.addPage().drawText('Utility bill');
    const compressed = Buffer.from(await modern.save({ useObjectStreams: true }));
    expect(compressed.includes('/ObjStm')).toBe(true);
    expect(await reasonOf(compressed)).toBe('accepted');
    modern.addJavaScript('main', 'app.alert(1)');
    expect(await reasonOf(Buffer.from(await modern.save({ useObjectStreams: true })))).toBe('unsafe');

    const classic = new PDFDocument();
    classic.text('Bank statement').end();
    expect(await reasonOf(await buffer(classic))).toBe('accepted');
    const locked = new PDFDocument({ userPassword: 'x' });
    locked.text('Bank statement').end();
    expect(await reasonOf(await buffer(locked))).toBe('protected');
  });

  test('PDFs with harmless object streams and names that only resemble dangerous ones are accepted', async () => {
    const harmless = pdfOf(
      `${objectStream('2 0 << /Title (x) >>', '/Filter /FlateDecode', deflateSync)}\n` +
        '7 0 obj << /LaunchPad 1 /EncryptMetadata false /JavaScripted 2 >> endobj',
    );
    expect(await reasonOf(harmless)).toBe('accepted');
  });

  test('PDFs designed to keep the parser busy are inspected within 20 seconds, and block the event loop for less than five', async () => {
    const size = 5 * 1_024 * 1_024;
    const harmless = 'a small file that decompresses to sixty megabytes';
    const costly: [what: string, file: Buffer][] = [
      ['many dictionaries without an end', pdfOf('1 0 obj <</A '.repeat(size / 13))],
      [
        'dictionaries in the strings of others',
        pdfOf(`${' obj <</A('.repeat(size / 20)}${')>>'.repeat(size / 20)}`),
      ],
      ['a string with millions of parentheses', pdfOf(`1 0 obj <</A ${'('.repeat(size)}`)],
      ['a dictionary with millions of open arrays', pdfOf(`1 0 obj <</A ${'['.repeat(size)}`)],
      ['a dictionary with millions of comments', pdfOf(`1 0 obj <<${'%\n'.repeat(size / 2)}`)],
      ['many objects in one comment', pdfOf(' obj%'.repeat(size / 5))],
      [
        'forty thousand object streams',
        pdfOf(objectStream('x', '/Filter /FlateDecode', deflateSync).repeat(40_000)),
      ],
      [harmless, pdfOf(objectStream('/JavaScrip'.repeat(6_000_000), '/Filter /FlateDecode', deflateSync))],
    ];
    const delays = monitorEventLoopDelay({ resolution: 10 });
    for (const [what, file] of costly) {
      delays.reset();
      delays.enable();
      const start = performance.now();
      const reason = await reasonOf(file);
      delays.disable();
      expect(reason, what).toBe(what === harmless ? 'accepted' : 'unreadable');
      expect(performance.now() - start, what).toBeLessThan(20_000);
      expect(delays.max / 1e6, what).toBeLessThan(5_000);
    }
  });

  test('`inspectPdf` reports the version, the encryption, and active content that spans two of the chunks that it searches', async () => {
    expect(await inspectPdf(pdfOf(''))).toEqual({ version: '1.7', isEncrypted: false, activeContent: [] });
    const padding = '%'.padEnd(1_024 * 1_024 - 80, '.');
    for (let shift = 0; shift < 40; shift += 1) {
      const split = pdfOf(`${padding}${'.'.repeat(shift)}\n2 0 obj << /S /Launch >> endobj`);
      expect((await inspectPdf(split)).activeContent, String(shift)).toEqual(['Launch']);
    }
    expect(await inspectPdf(pdfOf('trailer << /Encrypt 9 0 R >>'))).toMatchObject({ isEncrypted: true });
    await expect(inspectPdf(Buffer.from('<html>'))).rejects.toMatchObject({ reason: 'unsupported_type' });
  });
});
