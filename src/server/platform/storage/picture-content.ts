import { maxPicturePixels } from '../../../shared/limits.ts';
import { decodeSeconds } from './document-content.ts';
import { FileRejected } from './file-rejected.ts';

/** In pixels: twice the largest width at which a picture is shown, for screens with a high density. */
const maxEdge = 1_600;

/** Whether the file begins like a JPEG, PNG or WebP. Nothing else reaches the decoder. */
function isPicture(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12);
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP'))
  );
}

/**
 * Decodes a picture of the shop completely and re-encodes it as WebP, at most `maxEdge` wide and high. The result has
 * no metadata and no appended bytes. It is rotated as the metadata of the original says.
 * @throws FileRejected for anything that is not a still JPEG, PNG or WebP
 */
export async function inspectPicture(bytes: Buffer): Promise<{ bytes: Buffer; contentType: 'image/webp' }> {
  if (bytes.length === 0) throw new FileRejected('empty');
  if (!isPicture(bytes)) throw new FileRejected('not_a_picture');
  const { default: sharp } = await import('sharp');
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata();
    if ((found.pages ?? 1) > 1) throw new FileRejected('animated');
    if (found.width * found.height > maxPicturePixels) throw new FileRejected('too_many_pixels');
    const written = await sharp(bytes, { failOn: 'error', limitInputPixels: maxPicturePixels, pages: 1 })
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    return { bytes: written, contentType: 'image/webp' };
  } catch (error) {
    if (error instanceof FileRejected) throw error;
    throw new FileRejected('picture_unreadable', { cause: error });
  }
}
