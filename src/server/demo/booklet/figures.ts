import type { Code, RootContent } from 'mdast';
import { openingCharts, openingSpot } from '../../../shared/poker/opening-charts.ts';
import { parseRange, playedShare, shareOf } from '../../../shared/poker/range.ts';
import { cardWidth, drawCard, drawRange, ink, type Pdf } from './drawing.ts';
import { type Flow, measure, page, plainText } from './flow.ts';
import { inBigBlinds, type WorkedHand } from './worked-hand.ts';

/** Formats a share as a percentage such as `17%`. A share above zero is never shown as `0%`. */
const percent = (share: number) => (share > 0 && share < 0.005 ? 'under 1%' : `${Math.round(share * 100)}%`);

export type GridBlock = Code & { lang: 'chart' | 'range' };

/** Whether a node is a code block that is drawn as a grid: an opening chart (`chart`) or another range (`range`). */
export const isGrid = (node: RootContent | undefined): node is GridBlock =>
  node?.type === 'code' && (node.lang === 'chart' || node.lang === 'range');

type Grid = { range: readonly number[]; caption: string };

/** @throws Error for an unknown seat or an invalid range */
function readGrid({ lang, value }: GridBlock): Grid {
  if (lang === 'chart') {
    const chart = openingCharts.find(({ seat }) => seat === value.trim());
    if (!chart) throw new Error(`There is no opening chart of ${value}`);
    return {
      range: chart.range,
      caption: `${chart.name} (${chart.seat}): raise to ${chart.raiseTo} bb. ${openingSpot}.`,
    };
  }
  const values = new Map(
    value.split('\n').map((line): [string, string] => {
      const [key = '', ...rest] = line.split(':');
      return [key.trim(), rest.join(':').trim()];
    }),
  );
  const sometimes = (values.get('sometimes') ?? '').split(',').filter((hand) => hand.trim() !== '');
  const notation = [values.get('always'), ...sometimes.map((hand) => `${hand.trim()}:0.5`)].join(',');
  return { range: parseRange(notation).map(shareOf), caption: values.get('title') ?? '' };
}

/** Draws one grid with its caption to the right, or two side by side with captions below. */
export function drawGrids(flow: Flow, nodes: readonly GridBlock[]): void {
  const grids = nodes.map(readGrid);
  if (grids.length === 0) return;
  const gutter = 14;
  const edge = grids.length === 1 ? 174 : (measure - gutter) / 2;
  const width = measure - edge - gutter;
  const captionsHeight =
    grids.length === 1 ? 0 : Math.max(...grids.map((grid) => captionHeight(flow.pdf, grid, width)));
  flow.gap(4);
  flow.figure(edge + (captionsHeight === 0 ? 0 : 6 + captionsHeight) + 12, (y) => {
    for (const [index, grid] of grids.entries()) {
      const x = page.margin + index * (edge + gutter);
      drawRange(flow.pdf, grid.range, x, y, edge);
      if (captionsHeight === 0) drawCaption(flow.pdf, grid, x + edge + gutter, y, width);
      else drawCaption(flow.pdf, grid, x, y + edge + 6, width);
    }
  });
}

const captionHeight = (pdf: Pdf, { caption, range }: Grid, width: number) =>
  pdf.font('bold').fontSize(9).heightOfString(caption, { width, lineGap: 2 }) +
  6 +
  (isMixed(range) ? 48 : 32);

const isMixed = (range: readonly number[]) => range.some((weight) => weight > 0 && weight < 1);

function drawCaption(pdf: Pdf, { caption, range }: Grid, x: number, y: number, width: number): void {
  const mixed = playedShare(range.map((weight) => (weight < 1 ? weight : 0)));
  pdf.font('bold').fontSize(9).fillColor(ink.text).text(caption, x, y, { width, lineGap: 2 });
  let top = pdf.y + 6;
  for (const { color, text } of [
    { color: ink.primary, text: `Always: ${percent(playedShare(range) - mixed)}` },
    ...(mixed > 0 ? [{ color: ink.mixed, text: `Half the time: ${percent(mixed * 2)}` }] : []),
  ]) {
    pdf.roundedRect(x, top, 9, 9, 1.5).fill(color);
    pdf
      .font('regular')
      .fontSize(8.6)
      .fillColor(ink.muted)
      .text(text, x + 14, top, { width: width - 14 });
    top = pdf.y + 5;
  }
  pdf.text(`${percent(playedShare(range))} of all hands.`, x, top, { width });
}

const handStyle = { size: 8.8, indent: 46 } as const;

const streetText = (street: WorkedHand['streets'][number]) => {
  const line = street.actions.map(({ seat, text }) => `${seat} ${text}`).join(', ');
  return plainText(line === '' ? 'All-in, no more betting.' : `${line}.`);
};

const cardsHeight = ({ cards }: WorkedHand['streets'][number]) => (cards.length > 0 ? 15 : 0);

/** Height of a worked hand with the space around it. */
export function handHeight(flow: Flow, { streets }: WorkedHand): number {
  const heights = streets.map(
    (street) => flow.heightOf(streetText(street), handStyle) + cardsHeight(street) + 3,
  );
  return heights.reduce((sum, height) => sum + height, 6 + 36 + 16);
}

/** Draws a hand on one page. */
export function drawHand(flow: Flow, hand: WorkedHand): void {
  const labelWidth = handStyle.indent;
  flow.need(handHeight(flow, hand));
  flow.gap(6);
  const { pdf } = flow;
  const top = flow.y;
  pdf.rect(page.margin, top, measure, 30).fill(ink.soft);
  pdf
    .font('bold')
    .fontSize(9.6)
    .fillColor(ink.text)
    .text(hand.title, page.margin + 8, top + 5, { lineBreak: false });
  pdf
    .font('regular')
    .fontSize(8)
    .fillColor(ink.muted)
    .text(hand.setting, page.margin + 8, top + 18, { lineBreak: false });
  const height = 15;
  hand.hero.cards.forEach((card, index) => {
    const fromRight = (hand.hero.cards.length - index) * (cardWidth(height) + 2) + 6;
    drawCard(pdf, card, page.width - page.margin - fromRight, top + 7.5, height);
  });
  flow.y = top + 36;
  for (const street of hand.streets) {
    const cardsSpace = cardsHeight(street);
    pdf
      .font('bold')
      .fontSize(8.8)
      .fillColor(ink.primary)
      .text(street.name, page.margin + 4, flow.y, { lineBreak: false });
    if (cardsSpace > 0) {
      street.cards.forEach((card, index) => {
        drawCard(pdf, card, page.margin + labelWidth + index * (cardWidth(11) + 2), flow.y - 1, 11);
      });
      const potX = page.margin + labelWidth + street.cards.length * (cardWidth(11) + 2) + 6;
      pdf.font('regular').fontSize(8).fillColor(ink.muted);
      pdf.text(`pot ${inBigBlinds(street.pot)} bb`, potX, flow.y + 1, { lineBreak: false });
      flow.y += cardsSpace;
    }
    flow.text(streetText(street), handStyle);
    flow.gap(3);
  }
  pdf
    .font('bold')
    .fontSize(8.8)
    .fillColor(ink.primary)
    .text('Pot', page.margin + 4, flow.y, { lineBreak: false });
  pdf
    .font('regular')
    .fillColor(ink.text)
    .text(`${inBigBlinds(hand.pot)} bb`, page.margin + labelWidth, flow.y, { lineBreak: false });
  let x = page.margin + labelWidth + 50;
  for (const { seat, cards } of hand.shows) {
    pdf
      .font('regular')
      .fontSize(8.8)
      .fillColor(ink.text)
      .text(`${seat} shows`, x, flow.y, { lineBreak: false });
    x += pdf.widthOfString(`${seat} shows`) + 4;
    for (const card of cards) {
      drawCard(pdf, card, x, flow.y - 0.5, 11);
      x += cardWidth(11) + 2;
    }
    x += 10;
  }
  flow.y += 16;
  pdf
    .moveTo(page.margin, flow.y)
    .lineTo(page.width - page.margin, flow.y)
    .lineWidth(0.5)
    .stroke(ink.line);
  flow.gap(9);
}
