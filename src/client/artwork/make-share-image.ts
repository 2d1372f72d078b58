import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { openingCharts, openingSpot } from '../../shared/poker/opening-charts.ts';
import { gridSize, startingHands } from '../../shared/poker/starting-hands.ts';
import { siteSettingsDefaults } from '../../shared/site-settings.ts';
import { heroTexts } from '../../shared/site-texts/hero-texts.ts';
import { chromiumOptions } from '../../testing/system-chromium.ts';
import { type CellLevel, cellLevels, logoCells } from '../ui/range-cells.ts';

/**
 * Renders the raster images in `public/`: the home screen icons, and two images for link previews. The link previews
 * are 1200 × 630 pixels, the size that other sites crop least. One contains the original texts. The other contains no
 * text, for an academy that has changed the texts. Run this script when the logo, the headline or a color changes:
 * `node src/client/artwork/make-share-image.ts`.
 */

const projectRoot = join(import.meta.dirname, '..', '..', '..');
const publicFolder = join(projectRoot, 'public');

/** Close to the colors of the light theme in styles.css. */
const colors = { paper: '#fbfaf7', text: '#141a24', muted: '#4d5461' };
const cellColors: Record<CellLevel, string> = { 0: '#dedcd5', 1: '#7f9ea2', 2: '#005f6d' };

const labelColors: Record<CellLevel, string> = { 0: colors.muted, 1: colors.text, 2: colors.paper };

const pitch = 10;
const side = 8;

/** @returns an SVG of the grid; `edge` is its width and height in pixels, `names` are written into the cells */
function gridSvg(
  levels: readonly CellLevel[],
  columns: number,
  edge: number,
  names: readonly string[] = [],
): string {
  const extent = columns * pitch - (pitch - side);
  const cells = levels.map((level, index) => {
    const x = (index % columns) * pitch;
    const y = Math.floor(index / columns) * pitch;
    const name = names[index];
    const label = name
      ? `<text x="${x + side / 2}" y="${y + 5.2}" font-size="3.1" text-anchor="middle" fill="${labelColors[level]}">${name}</text>`
      : '';
    return `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="1.2" fill="${cellColors[level]}"/>${label}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 ${extent} ${extent}">${cells.join('')}</svg>`;
}

/**
 * Renders the logo on a paper-colored square. `share` is the fraction of the edge that the logo takes. The margin
 * around it is needed because round masks crop a fifth of the icon.
 */
async function drawIcon(file: string, edge: number, share: number): Promise<void> {
  const logo = Buffer.from(gridSvg(logoCells, 5, Math.round(edge * share)));
  await sharp({ create: { width: edge, height: edge, channels: 3, background: colors.paper } })
    .composite([{ input: logo, gravity: 'centre' }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(publicFolder, file));
}

/** The chart that the landing page shows first. */
const chart = openingCharts.find(({ seat }) => seat === 'HJ');
const levels = cellLevels(chart?.range ?? []);

async function shareMarkup(): Promise<string> {
  const font = await readFile(
    join(
      projectRoot,
      'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    ),
  );
  return `<!doctype html><meta charset="utf-8"><style>
    @font-face { font-family: Sans; font-weight: 400 700; src: url(data:font/woff2;base64,${font.toString('base64')}) }
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; font-family: Sans;
      background: ${colors.paper}; color: ${colors.text} }
    .brand { position: absolute; left: 72px; top: 64px; display: flex; align-items: center; gap: 20px; font-size: 30px; font-weight: 700 }
    h1 { position: absolute; left: 72px; top: 176px; width: 480px; margin: 0; font-size: 60px; line-height: 1.1; text-wrap: balance; font-weight: 700; letter-spacing: -0.025em }
    p { position: absolute; left: 72px; bottom: 56px; width: 480px; margin: 0; font-size: 26px; line-height: 1.35; color: ${colors.muted} }
    .grid { margin: 0; position: absolute; left: 610px; top: 44px }
    .grid svg { display: block; font-weight: 600 }
    figcaption { margin-top: 14px; font-size: 20px; color: ${colors.muted} }
  </style>
  <div class="brand">${gridSvg(logoCells, 5, 48)} ${siteSettingsDefaults.academyName}</div>
  <h1>${heroTexts.heroTitle}</h1>
  <p>Coaching plans, PDFs and sessions for players who study</p>
  <figure class="grid">${gridSvg(
    levels,
    gridSize,
    508,
    startingHands.map(({ name }) => name),
  )}
    <figcaption>${chart?.name}: ${openingSpot}</figcaption></figure>`;
}

/** Only the chart: the cells fill the image and are cut off at its edges. */
function plainMarkup(): string {
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: ${colors.paper} }
    svg { display: block; margin: 20px 0 0 20px }
  </style>${gridSvg(levels, gridSize, 1240)}`;
}

async function drawShareImages(): Promise<void> {
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    for (const [file, markup] of [
      ['share.png', await shareMarkup()],
      ['share-plain.png', plainMarkup()],
    ] as const) {
      await page.setContent(markup);
      await page.evaluate(() => document.fonts.ready);
      const screenshot = await page.screenshot();
      const compressed = await sharp(screenshot)
        .png({ palette: true, colours: 64, compressionLevel: 9 })
        .toBuffer();
      await writeFile(join(publicFolder, file), compressed);
    }
  } finally {
    await browser.close();
  }
}

await mkdir(publicFolder, { recursive: true });
await drawShareImages();
await drawIcon('apple-touch-icon.png', 180, 0.62);
await drawIcon('icon-192.png', 192, 0.56);
await drawIcon('icon-512.png', 512, 0.56);
