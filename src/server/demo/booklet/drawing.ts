import { gridSize, startingHands } from '../../../shared/poker/starting-hands.ts';
import { suitPaths } from '../../../shared/poker/suit-paths.ts';

/** Colors like those of the client's light theme. */
export const ink = {
  paper: '#fbfaf7',
  text: '#141a24',
  muted: '#4d5461',
  line: '#dedcd5',
  primary: '#005f6d',
  mixed: '#7f9ea2',
  soft: '#e4f1f3',
} as const;

/** In the order of the suits: spade, heart, diamond, club. */
const suitColors = [ink.text, '#b3261e', '#1d5fa8', '#1c7a43'];

export type Pdf = PDFKit.PDFDocument;

/** The width of a card of this height, both in points. */
export const cardWidth = (height: number) => height * 1.22;

/** Draws a card: rank and suit on a small tile. The suit is a path, because the booklets' fonts do not contain it. */
export function drawCard(pdf: Pdf, card: string, x: number, y: number, height: number): void {
  const [rank = '', letter = ''] = card;
  const suit = 'shdc'.indexOf(letter);
  const color = suitColors[suit] ?? ink.text;
  pdf.save().lineWidth(0.6);
  pdf.roundedRect(x, y, cardWidth(height), height, height * 0.16).fillAndStroke('#ffffff', ink.line);
  const size = height * 0.78;
  pdf.font('bold').fontSize(size).fillColor(color);
  const middle = x + cardWidth(height) / 2;
  pdf.text(rank, middle - size * 0.62, y + height * 0.08, { lineBreak: false });
  pdf.translate(middle + height * 0.08, y + height * 0.29).scale(height * 0.028);
  pdf.path(suitPaths[suit] ?? '').fill(color);
  pdf.restore();
}

/**
 * Draws the grid of a range, `edge` points wide and high.
 * @param names - whether to print each hand's name in its cell
 */
export function drawRange(
  pdf: Pdf,
  range: readonly number[],
  x: number,
  y: number,
  edge: number,
  { names = true }: { names?: boolean } = {},
): void {
  const pitch = edge / gridSize;
  const side = pitch * 0.93;
  startingHands.forEach((hand, index) => {
    const weight = range[index] ?? 0;
    const left = x + (index % gridSize) * pitch;
    const top = y + Math.floor(index / gridSize) * pitch;
    const fill = weight === 0 ? '#eeece6' : weight === 1 ? ink.primary : ink.mixed;
    pdf.roundedRect(left, top, side, side, pitch * 0.1).fill(fill);
    if (!names) return;
    pdf
      .font('regular')
      .fontSize(pitch * 0.41)
      .fillColor(weight === 1 ? '#ffffff' : ink.text)
      .text(hand.name, left, top + side * 0.25, { width: side, align: 'center', lineBreak: false });
  });
}
