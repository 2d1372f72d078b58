import { gridSize, startingHands } from '../../../shared/poker/starting-hands.ts';

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

const suitColors: Record<string, string> = { s: ink.text, h: '#b3261e', d: '#1d5fa8', c: '#1c7a43' };

/** Suits in a box of 10 × 10, as paths, because the booklets' fonts do not contain them. */
const suitPaths: Record<string, string> = {
  s: 'M5 0C5.6 2.2 9.6 4 9.6 6.6C9.6 8.6 7 9.2 5.8 7.6C5.9 8.7 6.3 9.5 7 10H3C3.7 9.5 4.1 8.7 4.2 7.6C3 9.2 0.4 8.6 0.4 6.6C0.4 4 4.4 2.2 5 0Z',
  h: 'M5 9.8C4.2 7.6 0.2 5.8 0.2 2.9C0.2 0.2 3.8 -0.4 5 2.2C6.2 -0.4 9.8 0.2 9.8 2.9C9.8 5.8 5.8 7.6 5 9.8Z',
  d: 'M5 0L9 5L5 10L1 5Z',
  c: 'M5 0.2A2.3 2.3 0 0 1 6.9 3.9A2.4 2.4 0 1 1 5.7 7.2C5.8 8.6 6.2 9.5 7 10H3C3.8 9.5 4.2 8.6 4.3 7.2A2.4 2.4 0 1 1 3.1 3.9A2.3 2.3 0 0 1 5 0.2Z',
};

export type Pdf = PDFKit.PDFDocument;

/** The width of a card of this height, both in points. */
export const cardWidth = (height: number) => height * 1.22;

/** Draws a card: rank and suit on a small tile. */
export function drawCard(pdf: Pdf, card: string, x: number, y: number, height: number): void {
  const [rank = '', suit = 's'] = card;
  const color = suitColors[suit] ?? ink.text;
  pdf.save().lineWidth(0.6);
  pdf.roundedRect(x, y, cardWidth(height), height, height * 0.16).fillAndStroke('#ffffff', ink.line);
  const size = height * 0.78;
  pdf.font('bold').fontSize(size).fillColor(color);
  const middle = x + cardWidth(height) / 2;
  pdf.text(rank, middle - size * 0.62, y + height * 0.08, { lineBreak: false });
  pdf.translate(middle + height * 0.06, y + height * 0.28).scale(height * 0.048);
  pdf.path(suitPaths[suit] ?? '').fill(color);
  pdf.restore();
}

/** Draws the grid of a range, `edge` points wide and high. @param names prints each hand's name in its cell */
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
