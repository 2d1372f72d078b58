import path from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';
import { paletteOf } from '../../shared/palettes.ts';
import { bigBlindText } from '../../shared/poker/amount-text.ts';
import { distinctBoards } from '../../shared/poker/distinct-boards.ts';
import type { Hand } from '../../shared/poker/hand.ts';
import { cardText, type PlayingCard, suitOf } from '../../shared/poker/playing-card.ts';
import { positionsIn, viewedSeat } from '../../shared/poker/positions.ts';
import { suitPaths } from '../../shared/poker/suit-paths.ts';
import { finalMoney } from '../../shared/poker/table-states.ts';
import type { SiteSettings } from '../../shared/site-settings.ts';
import { etagOf } from '../platform/crypto/content-hash.ts';
import { createLimiter } from '../platform/limiter.ts';

/** Size in pixels, in the ratio that link previews (Open Graph) usually show. */
const [width, height] = [1200, 630];
const margin = 80;

/** Colors as in the client's light theme. The primary color comes from the academy's palette. */
const colors = {
  paper: '#fbfaf7',
  surface: '#ffffff',
  border: '#dedcd5',
  control: '#8b8f96',
  text: '#141a24',
  muted: '#4d5461',
  suits: ['#141a24', '#b3261e', '#1c63b8', '#1c7a45'],
};

const card = { width: 170, height: 230, gap: 22 };
const fontFolder = path.join(import.meta.dirname, '../../../node_modules/@fontsource/instrument-sans/files');

/** Imported when the first picture is drawn. */
let canvasLibrary: Promise<typeof import('@napi-rs/canvas')> | undefined;

async function loadCanvas(): Promise<typeof import('@napi-rs/canvas')> {
  const library = await import('@napi-rs/canvas');
  for (const weight of [400, 700]) {
    library.GlobalFonts.registerFromPath(
      path.join(fontFolder, `instrument-sans-latin-${weight}-normal.woff2`),
      `Hand ${weight}`,
    );
  }
  return library;
}

export type HandPicture = { png: Buffer; etag: string };

const pictures = new LRUCache<string, Promise<HandPicture>>({ max: 240 });
/** Limited, because pictures are encoded in libuv's thread pool, which file access also needs. */
const drawing = createLimiter(2);

/** The cached picture with this key. A picture that is not cached is drawn once for all concurrent requests. */
export function cachedPicture(key: string, draw: () => Promise<Buffer>): Promise<HandPicture> {
  const known = pictures.get(key);
  if (known) return known;
  const picture = drawing.run(draw).then((png) => ({
    png,
    etag: etagOf(png),
  }));
  pictures.set(key, picture);
  picture.catch(() => pictures.delete(key));
  return picture;
}

/**
 * Draws the picture for the preview of a link to a hand. It shows the academy's name, a heading, the board, the pot in
 * big blinds, the hero's position, and the question if there is one. It does not show stakes, players' cards, actions
 * or the result.
 * @returns PNG of 1200 × 630 pixels
 */
export async function drawHand(
  hand: Hand,
  { academyName, palette }: Pick<SiteSettings, 'academyName' | 'palette'>,
  { heading = 'A hand to replay', question }: { heading?: string; question?: string } = {},
): Promise<Buffer> {
  canvasLibrary ??= loadCanvas();
  const { createCanvas, Path2D } = await canvasLibrary;
  const canvas = createCanvas(width, height);
  const primary = paletteOf(palette).email;
  const context = canvas.getContext('2d');
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, width, height);
  context.fillStyle = primary;
  context.fillRect(0, 0, width, 12);

  const write = (text: string, x: number, y: number, size: number, weight: 400 | 700, color: string) => {
    context.font = `${size}px "Hand ${weight}"`;
    context.fillStyle = color;
    context.fillText(text, x, y, width - margin - x);
  };
  write(academyName, margin, 96, 36, 700, primary);
  write(heading, margin, 142, 30, 400, colors.muted);

  const distinct = distinctBoards(hand.boards).slice(0, 2);
  const boards = distinct.length === 0 ? [[]] : distinct;
  const scale = boards.length > 1 ? 0.5 : 1;
  for (const [row, board] of boards.entries()) {
    context.save();
    context.translate(margin, 186 + row * (card.height * scale + 14));
    context.scale(scale, scale);
    for (let index = 0; index < 5; index += 1) {
      const shown = board[index];
      context.save();
      context.translate(index * (card.width + card.gap), 0);
      drawCard(context, shown, (shape) => new Path2D(shape));
      context.restore();
    }
    context.restore();
  }

  const facts = [
    { label: 'Pot', text: `${bigBlindText(finalMoney(hand), hand.stakes.big)} bb` },
    { label: 'Position', text: positionOf(hand) },
  ];
  if (question !== undefined) write(question, margin, 602, 30, 700, primary);
  for (const [index, { label, text }] of facts.entries()) {
    const x = margin + index * 400;
    const up = question === undefined ? 0 : 26;
    write(label, x, 494 - up, 30, 400, colors.muted);
    write(text, x, 566 - up, 64, 700, colors.text);
  }
  return canvas.encode('png');
}

function drawCard(
  context: SKRSContext2D,
  shown: PlayingCard | undefined,
  pathOf: (shape: string) => Parameters<SKRSContext2D['fill']>[0],
): void {
  context.beginPath();
  context.roundRect(0, 0, card.width, card.height, 20);
  context.lineWidth = 4;
  if (shown === undefined) {
    context.setLineDash([14, 12]);
    context.strokeStyle = colors.border;
    context.stroke();
    return;
  }
  context.fillStyle = colors.surface;
  context.fill();
  context.strokeStyle = colors.control;
  context.stroke();
  const suit = suitOf(shown);
  context.fillStyle = colors.suits[suit] ?? colors.text;
  context.font = '120px "Hand 700"';
  context.textAlign = 'center';
  context.fillText(cardText(shown).charAt(0), card.width / 2, 116);
  context.textAlign = 'left';
  context.translate(card.width / 2 - 36, 138);
  context.scale(4.5, 4.5);
  context.fill(pathOf(suitPaths[suit] ?? suitPaths[0]));
}

/** The position of the seat from whose point of view the hand is shown. */
function positionOf(hand: Hand): string {
  return positionsIn(hand).get(viewedSeat(hand)) ?? '';
}
