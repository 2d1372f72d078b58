import { createCanvas } from '@napi-rs/canvas';
import { degrees, PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { create } from 'qrcode';
import { expect, it } from 'vitest';
import { stampPages } from './stamp-pages.ts';

const url = 'https://academy.example/d/abcd2345';
const scale = 4;

async function pdfOf(turned: number, side = 400): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([side, side + 100]);
  page.drawRectangle({ x: 0, y: 0, width: side, height: side + 100, opacity: 0.2 });
  page.setRotation(degrees(turned));
  page.setCropBox(20, 20, side - 20, side + 60);
  return document.save();
}

/** Page 1 as it is displayed. `isBlack` reads one pixel. */
async function drawn(bytes: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
  const canvas = createCanvas(width, height);
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  await task.destroy();
  return { width, height, isBlack: (x: number, y: number) => (data[4 * (y * width + x)] ?? 255) < 40 };
}

it.each([0, 90, 180, 270])(
  'the QR code of the URL is upright in the lower right corner of a page rotated by %i°',
  async (turned) => {
    const { width, height, isBlack } = await drawn(await stampPages(await pdfOf(turned), 'Dana', url));
    const black: { x: number; y: number }[] = [];
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) if (isBlack(x, y)) black.push({ x, y });
    }
    const [xs, ys] = [black.map(({ x }) => x), black.map(({ y }) => y)];
    const reach = (values: number[]) => ({
      from: values.reduce((one, other) => Math.min(one, other)),
      to: values.reduce((one, other) => Math.max(one, other)) + 1,
    });
    const [across, down] = [reach(xs), reach(ys)];
    expect(across.from).toBeGreaterThan(width / 2);
    expect(down.from).toBeGreaterThan(height / 2);
    const { modules } = create(url, { errorCorrectionLevel: 'M' });
    const middle = ({ from, to }: { from: number; to: number }, index: number) =>
      Math.floor(from + ((to - from) * (index + 0.5)) / modules.size);
    const read = Array.from({ length: modules.size ** 2 }, (_, index) =>
      isBlack(middle(across, index % modules.size), middle(down, Math.floor(index / modules.size))),
    );
    expect(read).toEqual(Array.from(modules.data, Boolean));
  },
);

it('a page too small for the QR code is stamped without it', async () => {
  const small = await pdfOf(0, 150);
  const stamped = await stampPages(small, 'Dana', url);
  expect(stamped.length).toBe((await stampPages(small, 'Dana')).length);
});
