import type { Code } from 'mdast';
import { openingCharts, openingSpot } from '../../../shared/poker/opening-charts.ts';
import { parseRange, playedShare, type Range } from '../../../shared/poker/range.ts';
import { cardWidth, drawCard, drawRange, ink } from './drawing.ts';
import { type Flow, measure, page, plainText } from './flow.ts';
import { inBigBlinds, readWorkedHand } from './worked-hand.ts';

/** Such as `17%`; a share above zero is never shown as `0%`. */
const percent = (share: number) => (share > 0 && share < 0.005 ? 'under 1%' : `${Math.round(share * 100)}%`);

/**
 * Draws a fenced block: `chart` is an opening chart by seat, `range` any range, `hand` a worked hand.
 * @throws Error for a block that cannot be parsed
 */
export function drawFigure(flow: Flow, { lang, value }: Code): void {
  if (lang === 'chart') {
    const chart = openingCharts.find(({ seat }) => seat === value.trim());
    if (!chart) throw new Error(`There is no opening chart of ${value}`);
    const caption = `${chart.name} (${chart.seat}): raise to ${chart.raiseTo} bb. ${openingSpot}.`;
    drawGridFigure(flow, chart.range, caption);
  } else if (lang === 'range') {
    const values = new Map(
      value.split('\n').map((line): [string, string] => {
        const [key = '', ...rest] = line.split(':');
        return [key.trim(), rest.join(':').trim()];
      }),
    );
    const sometimes = (values.get('sometimes') ?? '').split(',').filter((hand) => hand.trim() !== '');
    const notation = [values.get('always'), ...sometimes.map((hand) => `${hand.trim()}:0.5`)].join(',');
    drawGridFigure(flow, parseRange(notation), values.get('title') ?? '');
  } else if (lang === 'hand') drawHand(flow, value);
  else throw new Error(`A booklet cannot draw a block of ${lang}`);
}

function drawGridFigure(flow: Flow, range: Range, caption: string): void {
  const edge = 174;
  const aside = measure - edge - 14;
  const mixed = playedShare(range.map((weight) => (weight < 1 ? weight : 0)));
  const facts = [
    { colour: ink.primary, text: `Always: ${percent(playedShare(range) - mixed)}` },
    ...(mixed > 0 ? [{ colour: ink.mixed, text: `Half the time: ${percent(mixed * 2)}` }] : []),
  ];
  flow.gap(4);
  flow.figure(edge + 12, (y) => {
    drawRange(flow.pdf, range, page.margin, y, edge);
    const x = page.margin + edge + 14;
    flow.pdf.font('bold').fontSize(9).fillColor(ink.text).text(caption, x, y, { width: aside, lineGap: 2 });
    let top = flow.pdf.y + 10;
    for (const { colour, text } of facts) {
      flow.pdf.roundedRect(x, top, 9, 9, 1.5).fill(colour);
      flow.pdf
        .font('regular')
        .fontSize(8.6)
        .fillColor(ink.muted)
        .text(text, x + 14, top, { width: aside - 14 });
      top = flow.pdf.y + 6;
    }
    flow.pdf.text(`${percent(playedShare(range))} of all hands.`, x, top, { width: aside });
  });
}

function drawHand(flow: Flow, text: string): void {
  const hand = readWorkedHand(text);
  const label = 46;
  flow.need(96);
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
    const line = street.actions.map(({ seat, text: words }) => `${seat} ${words}`).join(', ');
    const nodes = plainText(line === '' ? 'All-in, no more betting.' : `${line}.`);
    const style = { size: 8.8, indent: label } as const;
    const cards = street.cards.length > 0 ? 15 : 0;
    flow.need(flow.heightOf(nodes, style) + cards + 4);
    pdf
      .font('bold')
      .fontSize(8.8)
      .fillColor(ink.primary)
      .text(street.name, page.margin + 4, flow.y, { lineBreak: false });
    if (cards > 0) {
      street.cards.forEach((card, index) => {
        drawCard(pdf, card, page.margin + label + index * (cardWidth(11) + 2), flow.y - 1, 11);
      });
      const after = page.margin + label + street.cards.length * (cardWidth(11) + 2) + 6;
      pdf.font('regular').fontSize(8).fillColor(ink.muted);
      pdf.text(`pot ${inBigBlinds(street.pot)} bb`, after, flow.y + 1, { lineBreak: false });
      flow.y += cards;
    }
    flow.text(nodes, style);
    flow.gap(3);
  }
  const shown = hand.shows.map(({ seat, cards }) => ({ seat, cards }));
  flow.need(16);
  pdf
    .font('bold')
    .fontSize(8.8)
    .fillColor(ink.primary)
    .text('Pot', page.margin + 4, flow.y, { lineBreak: false });
  pdf
    .font('regular')
    .fillColor(ink.text)
    .text(`${inBigBlinds(hand.pot)} bb`, page.margin + label, flow.y, { lineBreak: false });
  let x = page.margin + label + 50;
  for (const { seat, cards } of shown) {
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
