import type { List, PhrasingContent, RootContent, Table } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { dayText } from '../../../shared/day-text.ts';
import { upperFirst } from '../../../shared/letter-case.ts';
import { coverRange } from '../../../shared/poker/cover-range.ts';
import { drawCard, drawRange, ink, type Pdf } from './drawing.ts';
import { drawGrids, drawHand, type GridBlock, handHeight, isGrid } from './figures.ts';
import { Flow, measure, page, plainText } from './flow.ts';
import { bookletFonts } from './fonts.ts';
import type { Lesson } from './read-lesson.ts';
import { readWorkedHand } from './worked-hand.ts';

const body = { size: 9.2 } as const;
/** Style of exercises and answers. */
const appendix = { size: 8.5 } as const;
const appendixTitles = new Set(['Exercises', 'Answers']);
type Style = { size: number };

export type BookletOptions = {
  /** Printed on the cover and on the product's card. */
  number: number;
  /** Seed of the cover image; the product's card uses the same one. */
  coverSeed: number;
  kind: 'PDF' | 'Coaching plan';
  academyName: string;
};

/**
 * Lays out a lesson as an A5 booklet: cover, contents, chapters with charts and hands.
 * @throws Error for an illegal hand, an invalid range, or unsupported Markdown
 */
export async function makeBooklet(lesson: Lesson, options: BookletOptions): Promise<Buffer> {
  // Imported here because it is large, and few processes need it.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf: Pdf = new PDFDocument({
    size: 'A5',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    info: {
      Title: lesson.title,
      Author: lesson.author,
      Subject: lesson.description,
      CreationDate: new Date(lesson.date),
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  for (const [name, font] of Object.entries(bookletFonts)) pdf.registerFont(name, font);

  drawCover(pdf, lesson, options);
  const flow = new Flow(pdf);
  // Leaves a page for the table of contents, which is drawn last, and begins the first page of the body.
  flow.newPage();
  flow.newPage();
  const chapters = drawBody(flow, lesson);
  drawNotes(flow);
  const { count } = pdf.bufferedPageRange();
  drawContents(pdf, lesson, chapters);
  for (let index = 1; index < count; index += 1) {
    pdf.switchToPage(index);
    drawFooter(pdf, lesson.title, options.academyName, index + 1);
  }
  pdf.end();
  return finished;
}

function drawCover(pdf: Pdf, lesson: Lesson, { number, coverSeed, kind, academyName }: BookletOptions): void {
  pdf.rect(0, 0, page.width, page.height).fill(ink.paper);
  drawRange(pdf, coverRange(coverSeed), page.margin, 64, measure, { names: false });
  const write = (text: string, y: number, font: string, size: number, color: string) =>
    pdf.font(font).fontSize(size).fillColor(color).text(text, page.margin, y, { width: measure, lineGap: 1 });
  pdf.font('bold').fontSize(10).fillColor(ink.text).text(academyName, page.margin, 34, { lineBreak: false });
  pdf.font('regular').fontSize(10).fillColor(ink.muted);
  pdf.text(`${kind} ${String(number).padStart(2, '0')}`, page.margin, 34, { width: measure, align: 'right' });
  write(lesson.title, 64 + measure + 24, 'bold', 24, ink.text);
  write(lesson.description, pdf.y + 6, 'regular', 11, ink.muted);
  write(
    `${lesson.author}  ·  ${upperFirst(lesson.difficulty)}  ·  ${dayText(lesson.date)}`,
    548,
    'regular',
    9,
    ink.muted,
  );
}

type Chapter = { title: string; page: number };

function drawContents(pdf: Pdf, lesson: Lesson, chapters: readonly Chapter[]): void {
  pdf.switchToPage(1);
  const flow = new Flow(pdf);
  const heading = (text: string) => {
    flow.text(plainText(text), { size: 15, font: 'bold', leading: 1.3 });
    flow.gap(8);
  };
  heading('Contents');
  for (const chapter of chapters) {
    const { y } = flow;
    pdf
      .font('regular')
      .fontSize(10.5)
      .fillColor(ink.text)
      .text(chapter.title, page.margin, y, { lineBreak: false });
    const end = page.margin + pdf.widthOfString(chapter.title) + 6;
    const label = String(chapter.page);
    const right = page.width - page.margin - pdf.widthOfString(label);
    pdf.text(label, right, y, { lineBreak: false });
    pdf
      .moveTo(end, y + 9)
      .lineTo(right - 6, y + 9)
      .lineWidth(0.5)
      .dash(1, { space: 2.5 })
      .stroke(ink.muted)
      .undash();
    flow.y += 21;
  }
  flow.gap(18);
  heading('After this you can');
  for (const outcome of lesson.outcomes) {
    drawBullet(flow, '–', body);
    flow.text(plainText(upperFirst(outcome.replace(/^You can /, ''))), {
      ...body,
      size: 10.5,
      indent: 14,
    });
    flow.gap(5);
  }
  flow.gap(18);
  heading('How to read it');
  flow.text(
    plainText(
      'Positions, in the order they act before the flop: UTG, HJ, CO, BTN (the button), SB and BB (the blinds). Amounts are in big blinds (bb). Suits have four colors:',
    ),
    { ...body, size: 10.5 },
  );
  flow.gap(4);
  for (const [index, suit] of [...'shdc'].entries())
    drawCard(pdf, `A${suit}`, page.margin + index * 26, flow.y, 16);
  flow.y += 28;
  flow.text(
    plainText(
      'Read with a pen. Do the exercises before you turn to the answers. This is coaching: nothing here is wagered, and nobody can promise you winnings.',
    ),
    { ...body, size: 10.5 },
  );
}

function drawFooter(pdf: Pdf, title: string, academyName: string, number: number): void {
  const y = page.height - 32;
  pdf.font('regular').fontSize(8).fillColor(ink.muted);
  pdf.text(`${academyName}  ·  ${title}`, page.margin, y, { lineBreak: false });
  pdf.text(String(number), page.margin, y, { width: measure, align: 'right' });
}

/** Fills the rest of the last page with lines for notes, if at least 90 points are left. */
function drawNotes(flow: Flow): void {
  flow.flush();
  if (flow.room < 90) return;
  flow.gap(18);
  flow.text(plainText('Your notes'), { size: 11, font: 'bold' });
  for (let y = flow.y + 22; y < page.height - page.bottom; y += 22) {
    flow.pdf
      .moveTo(page.margin, y)
      .lineTo(page.width - page.margin, y)
      .lineWidth(0.5)
      .stroke(ink.line);
  }
}

function drawBody(flow: Flow, lesson: Lesson): Chapter[] {
  const { children } = unified().use(remarkParse).use(remarkGfm).parse(lesson.body);
  const chapters: Chapter[] = [];
  const grids: GridBlock[] = [];
  let style: Style = body;
  for (const [index, node] of children.entries()) {
    const next = children[index + 1];
    // If a chart moves to the next page, the paragraphs after it may still fill this page. A heading, list, table or
    // hand must follow the chart.
    if (node.type !== 'paragraph' && node.type !== 'blockquote' && !isGrid(node)) flow.flush();
    if (node.type === 'heading' && node.depth === 2) {
      const title = node.children.map((child) => ('value' in child ? child.value : '')).join('');
      flow.need(11 + 26 + heightWithHeading(flow, next, style));
      flow.gap(11);
      flow.text(node.children, { size: 15, font: 'bold', leading: 1.3 });
      flow.gap(6);
      chapters.push({ title, page: flow.pdf.bufferedPageRange().count });
      flow.pdf.outline.addItem(title);
      style = appendixTitles.has(title) ? appendix : body;
    } else if (node.type === 'heading') {
      flow.need(6 + 15 + 2 + heightWithHeading(flow, next, style));
      flow.gap(6);
      flow.text(node.children, { size: 11, font: 'bold' });
      flow.gap(2);
    } else if (isGrid(node)) grids.push(node);
    else drawBlock(flow, node, style);
    // Two consecutive charts are drawn side by side.
    if (grids.length === 2 || !isGrid(next)) drawGrids(flow, grids.splice(0));
  }
  return chapters;
}

/** Height of the part of a block that must be on the same page as the heading above it. */
function heightWithHeading(flow: Flow, node: RootContent | undefined, style: Style): number {
  switch (node?.type) {
    case 'paragraph':
      return flow.startHeight(node.children, style);
    case 'table':
      return tableLayout(flow, node).height;
    case 'code':
      return isGrid(node) ? 0 : handHeight(flow, readWorkedHand(node.value));
    default:
      // Enough for the start of any list item.
      return 3 * style.size * 1.38;
  }
}

function drawBlock(flow: Flow, node: RootContent, style: Style): void {
  switch (node.type) {
    case 'paragraph':
      flow.text(node.children, style);
      flow.gap(4);
      break;
    case 'list':
      drawList(flow, node, style);
      break;
    case 'blockquote': {
      const nodes = node.children.flatMap((child) => (child.type === 'paragraph' ? child.children : []));
      drawCallout(flow, nodes);
      break;
    }
    case 'table':
      drawTable(flow, node);
      break;
    case 'code':
      if (node.lang !== 'hand') throw new Error(`A booklet cannot draw a block of ${node.lang}`);
      drawHand(flow, readWorkedHand(node.value));
      break;
    default:
      throw new Error(`A booklet cannot draw ${node.type}`);
  }
}

function drawBullet(flow: Flow, text: string, { size }: Style): void {
  flow.need(size * 1.38);
  flow.pdf
    .font('regular')
    .fontSize(size)
    .fillColor(ink.primary)
    .text(text, page.margin, flow.y, { lineBreak: false });
}

function drawList(flow: Flow, list: List, style: Style): void {
  const start = list.start ?? 1;
  const indent = list.ordered ? 18 : 12;
  for (const [index, item] of list.children.entries()) {
    const [first, ...others] = item.children;
    if (first?.type !== 'paragraph') throw new Error('A list item must begin with text');
    flow.need(flow.startHeight(first.children, { ...style, indent }));
    drawBullet(flow, list.ordered ? `${start + index}.` : '–', style);
    flow.text(first.children, { ...style, indent });
    flow.gap(2);
    for (const other of others) drawBlock(flow, other, style);
  }
  flow.gap(4);
}

function drawCallout(flow: Flow, nodes: PhrasingContent[]): void {
  const style = { size: 10.5, font: 'bold', color: ink.primary, indent: 12 } as const;
  const height = flow.heightOf(nodes, style);
  flow.need(height + 16);
  flow.gap(4);
  flow.pdf.rect(page.margin, flow.y - 2, 2.4, height + 2).fill(ink.primary);
  flow.text(nodes, style);
  flow.gap(8);
}

/** Widths of the columns, heights of the rows, and the height of the table. */
function tableLayout(flow: Flow, table: Table) {
  const columns = table.children[0]?.children.length ?? 1;
  // The height of a column's tallest cell at a width of 60 points shows how much text the column has.
  const narrowHeights = Array.from({ length: columns }, (_, column) =>
    Math.max(
      ...table.children.map((row) => {
        const cell = row.children[column];
        return cell ? flow.heightOf(cell.children, { size: 8.6, indent: measure - 60 }) : 0;
      }),
    ),
  );
  // Columns with more text are wider, but less than in proportion to it, so that no column becomes too narrow.
  const weights = narrowHeights.map((height) => Math.sqrt(height + 8));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const widths = weights.map((weight) => (weight / total) * measure);
  const rows = table.children.map((row, index) => {
    const font = index === 0 ? 'bold' : 'regular';
    const heights = row.children.map((cell, column) =>
      flow.heightOf(cell.children, { size: 8.6, font, indent: measure - (widths[column] ?? 60) + 8 }),
    );
    return { row, font, height: Math.max(...heights) + 7 } as const;
  });
  return { widths, rows, height: rows.reduce((sum, { height }) => sum + height, 0) };
}

function drawTable(flow: Flow, table: Table): void {
  const { widths, rows, height: whole } = tableLayout(flow, table);
  flow.need(whole);
  for (const [index, { row, font, height }] of rows.entries()) {
    const top = flow.y;
    let x = 0;
    row.children.forEach((cell, column) => {
      flow.y = top + 3;
      flow.cell(cell.children, { size: 8.6, font }, page.margin + x, (widths[column] ?? 60) - 8);
      x += widths[column] ?? 60;
    });
    flow.y = top + height;
    flow.pdf
      .moveTo(page.margin, flow.y - 1)
      .lineTo(page.width - page.margin, flow.y - 1)
      .lineWidth(index === 0 ? 1 : 0.5)
      .stroke(index === 0 ? ink.mixed : ink.line);
  }
  flow.gap(9);
}
