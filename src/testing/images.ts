import sharp from 'sharp';

/** Returns a small valid image; each number below 2,550 gives a different one. */
export function numberedImage(number: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  const background = { r: (number * 37) % 255, g: 90, b: 120 };
  return sharp({ create: { width: 320 + (number % 50), height: 200, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}
