import { maxPicturePixels } from '../../../shared/limits.ts';
import { createLimiter } from '../limiter.ts';
import { FileRejected } from './file-rejected.ts';
import { inspectPdf } from './pdf-content.ts';

/** A document that is safe to store and show. `width` and `height` are in pixels, for images only. */
export type InspectedDocument = {
  contentType: 'image/jpeg' | 'image/png' | 'application/pdf';
  extension: 'jpg' | 'png' | 'pdf';
  bytes: Buffer;
  width?: number;
  height?: number;
};

export const decodeSeconds = 15;

// The decoders share libuv's threads with file access, so they must never use all of them.
const decoding = createLimiter(2);

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pdfStart = Buffer.from('%PDF-');

/**
 * Identifies a document by its content, never by its name, and returns what to store. Images are decoded in full and
 * encoded again, which removes metadata (EXIF, GPS) and anything appended, and applies the orientation. A PDF is
 * returned byte for byte.
 * @throws FileRejected for everything else
 */
export async function inspectDocument(bytes: Buffer): Promise<InspectedDocument> {
  if (bytes.length === 0) throw new FileRejected('empty');
  if (startsWith(bytes, jpegStart)) return await decoding.run(() => rewriteImage(bytes, 'jpeg'));
  if (startsWith(bytes, pngStart)) {
    if (isAnimatedPng(bytes)) throw new FileRejected('animated');
    return await decoding.run(() => rewriteImage(bytes, 'png'));
  }
  if (isPdf(bytes)) {
    const facts = await inspectPdf(bytes);
    if (facts.isEncrypted) throw new FileRejected('protected');
    if (facts.activeContent.length > 0) throw new FileRejected('unsafe');
    return { contentType: 'application/pdf', extension: 'pdf', bytes };
  }
  throw new FileRejected(isHeic(bytes) ? 'heic' : 'unsupported_type');
}

async function rewriteImage(bytes: Buffer, format: 'jpeg' | 'png'): Promise<InspectedDocument> {
  // The decoders are large: they are loaded with the first image, not at startup.
  const { default: sharp } = await import('sharp');
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (found.format !== format) throw new FileRejected('unreadable');
    if (found.width * found.height > maxPicturePixels) throw new FileRejected('too_many_pixels');

    const image = sharp(bytes, { failOn: 'error', limitInputPixels: maxPicturePixels, pages: 1 })
      .timeout({ seconds: decodeSeconds })
      .autoOrient();
    const encoded = format === 'jpeg' ? image.jpeg({ quality: 90 }) : image.png();
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return {
      contentType: format === 'jpeg' ? 'image/jpeg' : 'image/png',
      extension: format === 'jpeg' ? 'jpg' : 'png',
      bytes: data,
      width: info.width,
      height: info.height,
    };
  } catch (error) {
    if (error instanceof FileRejected) throw error;
    throw new FileRejected('unreadable', { cause: error });
  }
}

/** Whether the file begins like a PDF. */
export const isPdf = (bytes: Buffer) => startsWith(bytes, pdfStart);

/** An APNG has an `acTL` chunk before its image data; decoders without APNG support would show only the first frame. */
function isAnimatedPng(bytes: Buffer): boolean {
  let offset = pngStart.length;
  while (offset + 8 <= bytes.length) {
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    offset += 12 + bytes.readUInt32BE(offset);
  }
  return false;
}

/**
 * In an ISO base media file, `ftyp` is followed by the brand. These are the brands of HEIF and AVIF images and
 * sequences.
 */
function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  return /^(?:hei[cmsx]|hev[cmsx]|mif[12]|msf1|avi[fs])$/.test(bytes.toString('latin1', 8, 12));
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}
