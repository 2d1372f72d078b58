import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { Flow, page, plainText } from './flow.ts';
import { bookletFonts } from './fonts.ts';

const style = { size: 10, leading: 1.5 };
const lineHeight = 15;
// Wider than half a line, so that each word takes a line of its own.
const word = 'w'.repeat(40);

function newFlow(): Flow {
  const pdf = new PDFDocument({ size: 'A5', margin: 0, bufferPages: true });
  for (const [name, font] of Object.entries(bookletFonts)) pdf.registerFont(name, font);
  return new Flow(pdf);
}

// At a page break, at least two lines of a paragraph stay together on each side.
test.each([
  { lines: 2, room: 1, onNextPage: 2 },
  { lines: 3, room: 1, onNextPage: 3 },
  { lines: 3, room: 2, onNextPage: 3 },
  { lines: 4, room: 2, onNextPage: 2 },
  { lines: 4, room: 3, onNextPage: 2 },
  { lines: 5, room: 4, onNextPage: 2 },
])('if the page has room for $room of $lines lines, $onNextPage lines are on the next page', (paragraph) => {
  const flow = newFlow();
  flow.y = page.height - page.bottom - (paragraph.room + 0.5) * lineHeight;
  flow.text(plainText(Array.from({ length: paragraph.lines }, () => word).join(' ')), style);
  expect(flow.pdf.bufferedPageRange().count).toBe(2);
  expect(flow.y).toBeCloseTo(page.margin + paragraph.onNextPage * lineHeight);
});

test('content higher than a page is rejected', () => {
  expect(() => newFlow().need(page.height)).toThrow(RangeError);
  expect(() => newFlow().figure(page.height, () => undefined)).toThrow(RangeError);
});
