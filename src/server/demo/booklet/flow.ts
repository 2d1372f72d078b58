import type { PhrasingContent } from 'mdast';
import { cardWidth, drawCard, ink, type Pdf } from './drawing.ts';
import { readCards } from './worked-hand.ts';

/** A5, in points. */
export const page = { width: 419.53, height: 595.28, margin: 42, bottom: 46 } as const;
/** The width of the text, in points. */
export const measure = page.width - 2 * page.margin;

export const plainText = (text: string): PhrasingContent[] => [{ type: 'text', value: text }];

type Font = 'regular' | 'bold' | 'italic';
/** A word or a card, which is never broken across lines. */
type Atom = { width: number; hasSpaceBefore: boolean; draw: (x: number, y: number) => void };

type TextStyle = { size: number; color?: string; font?: Font; indent?: number; leading?: number };

function checkHeight(height: number): void {
  const available = page.height - page.margin - page.bottom;
  if (height > available) throw new RangeError(`${height} points do not fit on a page of ${available}`);
}

/** Lays out text and figures from top to bottom, across pages. All lengths are in points. */
export class Flow {
  readonly pdf: Pdf;
  y: number = page.margin;
  /** Figures that did not fit on their page. They are drawn at the top of the next one. */
  #waiting: { height: number; draw: (y: number) => void }[] = [];

  constructor(pdf: Pdf) {
    this.pdf = pdf;
  }

  get room(): number {
    return page.height - page.bottom - this.y;
  }

  newPage(): void {
    this.pdf.addPage();
    this.y = page.margin;
    for (let next = this.#waiting[0]; next && next.height <= this.room; next = this.#waiting[0]) {
      next.draw(this.y);
      this.y += next.height;
      this.#waiting.shift();
    }
  }

  /**
   * Begins new pages until the page has room for `height` points. Waiting figures may fill whole pages.
   * @throws RangeError if no page is that high
   */
  need(height: number): void {
    checkHeight(height);
    while (this.room < height) this.newPage();
  }

  gap(height: number): void {
    if (this.y > page.margin) this.y += height;
  }

  /** Draws a figure here. If it does not fit, the text continues here, and the figure is drawn on a later page. */
  figure(height: number, draw: (y: number) => void): void {
    checkHeight(height);
    if (this.room >= height && this.#waiting.length === 0) {
      draw(this.y);
      this.y += height;
    } else this.#waiting.push({ height, draw });
  }

  /** Draws the figures that are still waiting. */
  flush(): void {
    while (this.#waiting.length > 0) this.newPage();
  }

  heightOf(nodes: PhrasingContent[], style: TextStyle): number {
    return this.#lines(nodes, style).length * this.#leading(style);
  }

  /** The height of a paragraph's first lines, which `text` keeps together on one page. */
  startHeight(nodes: PhrasingContent[], style: TextStyle): number {
    return this.#firstLines(this.#lines(nodes, style)) * this.#leading(style);
  }

  /** How many lines stay together at the start of a paragraph: two, or all three if there are only three. */
  #firstLines(lines: readonly Atom[][]): number {
    return lines.length === 3 ? 3 : Math.min(lines.length, 2);
  }

  /**
   * Draws inline Markdown; cards in backticks become tiles. At a page break, at least two lines stay together on each
   * side.
   */
  text(nodes: PhrasingContent[], style: TextStyle): void {
    const lines = this.#lines(nodes, style);
    const leading = this.#leading(style);
    this.need(this.#firstLines(lines) * leading);
    lines.forEach((line, index) => {
      this.need(lines.length - index === 2 ? 2 * leading : leading);
      this.#drawLine(line, page.margin + (style.indent ?? 0), style);
      this.y += leading;
    });
  }

  /** Draws a table cell at the current height; the caller must ensure that it fits. */
  cell(nodes: PhrasingContent[], style: TextStyle, x: number, width: number): void {
    for (const line of this.#lines(nodes, { ...style, indent: measure - width })) {
      this.#drawLine(line, x, style);
      this.y += this.#leading(style);
    }
  }

  #drawLine(line: Atom[], left: number, style: TextStyle): void {
    let x = left;
    for (const [position, atom] of line.entries()) {
      if (position > 0 && atom.hasSpaceBefore) x += this.#space(style.size);
      atom.draw(x, this.y);
      x += atom.width;
    }
  }

  #leading(style: TextStyle): number {
    return style.size * (style.leading ?? 1.38);
  }

  #space(size: number): number {
    return size * 0.26;
  }

  #lines(nodes: PhrasingContent[], style: TextStyle): Atom[][] {
    const maxWidth = measure - (style.indent ?? 0);
    const lines: Atom[][] = [[]];
    let x = 0;
    for (const atom of this.#atoms(nodes, style, style.font ?? 'regular')) {
      const line = lines.at(-1) ?? [];
      const space = line.length > 0 && atom.hasSpaceBefore ? this.#space(style.size) : 0;
      if (line.length > 0 && atom.hasSpaceBefore && x + space + atom.width > maxWidth) {
        lines.push([atom]);
        x = atom.width;
      } else {
        line.push(atom);
        x += space + atom.width;
      }
    }
    return lines;
  }

  #atoms(nodes: readonly PhrasingContent[], style: TextStyle, font: Font): Atom[] {
    let hasSpaceBefore = false;
    return nodes.flatMap((node): Atom[] => {
      if (node.type === 'inlineCode') {
        const cards = readCards(node.value);
        const height = style.size * 1.12;
        const atoms = cards.map((card, index) => ({
          width: cardWidth(height) + 1.2,
          hasSpaceBefore: index === 0 && hasSpaceBefore,
          draw: (x: number, y: number) => drawCard(this.pdf, card, x, y - style.size * 0.02, height),
        }));
        hasSpaceBefore = false;
        return atoms;
      }
      if (node.type === 'strong' || node.type === 'emphasis') {
        const atoms = this.#atoms(node.children, style, node.type === 'strong' ? 'bold' : 'italic');
        if (atoms[0]) atoms[0].hasSpaceBefore ||= hasSpaceBefore;
        hasSpaceBefore = false;
        return atoms;
      }
      if (node.type !== 'text') throw new Error(`A booklet cannot draw ${node.type}`);
      const words = node.value.split(/\s+/);
      const startsWithSpace = /^\s/.test(node.value);
      const atoms = words
        .filter((word) => word !== '')
        .map((word, index) => this.#word(word, index > 0 || startsWithSpace || hasSpaceBefore, style, font));
      hasSpaceBefore = /\s$/.test(node.value);
      return atoms;
    });
  }

  #word(word: string, hasSpaceBefore: boolean, style: TextStyle, font: Font): Atom {
    // The font has no `²`, so it is drawn as a small raised 2.
    const parts = word.split(/(²)/).map((part) => {
      const isSquare = part === '²';
      const size = isSquare ? style.size * 0.62 : style.size;
      const text = isSquare ? '2' : part;
      return { text, size, width: this.pdf.font(font).fontSize(size).widthOfString(text) };
    });
    return {
      width: parts.reduce((sum, { width }) => sum + width, 0),
      hasSpaceBefore,
      draw: (x, y) => {
        let textX = x;
        for (const { text, size, width } of parts) {
          this.pdf
            .font(font)
            .fontSize(size)
            .fillColor(style.color ?? ink.text);
          this.pdf.text(text, textX, y, { lineBreak: false });
          textX += width;
        }
      },
    };
  }
}
