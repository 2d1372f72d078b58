import { maxPicturePixels } from '../../../shared/limits.ts';

/** Maximum width and height in pixels: the text of a document stays readable, and the file below the size limit. */
const maxSide = 3_000;

/** A photo with too many pixels has a larger file, so smaller files need not be decoded. */
const uncheckedBytes = 2 * 1024 * 1024;

type Size = { width: number; height: number };

/**
 * Draws a picture as a JPG, scaled down if it is large. A phone's photo keeps its orientation, but not its metadata.
 * @param decorate - draws on the scaled picture
 * @throws Error if the browser cannot draw the picture
 */
export async function redrawPicture(
  picture: CanvasImageSource,
  { width, height }: Size,
  name: string,
  decorate?: (context: CanvasRenderingContext2D) => void,
): Promise<File> {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context || canvas.width === 0) throw new Error('The image cannot be rendered');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  decorate?.(context);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('The image could not be encoded');
  return new File([blob], `${name.replace(/\.[^.]+$/, '')}.jpg`, { type: 'image/jpeg' });
}

/**
 * Makes a photo smaller if its file is larger than `maxBytes` or if it has more pixels than the server accepts. Returns
 * the original file if the browser cannot read it, or if the new file is not smaller.
 */
export async function shrinkPicture(file: File, maxBytes: number): Promise<File> {
  if (file.size <= uncheckedBytes) return file;
  try {
    const picture = await createImageBitmap(file);
    const isTooLarge = file.size > maxBytes || picture.width * picture.height > maxPicturePixels;
    const smaller = isTooLarge ? await redrawPicture(picture, picture, file.name) : file;
    picture.close();
    return smaller.size < file.size ? smaller : file;
  } catch (error) {
    console.warn('A picture could not be made smaller', error);
    return file;
  }
}
