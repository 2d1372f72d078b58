export type LegalBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

export type LegalSection = {
  /** The URL hash of the section. */
  id: string;
  title: string;
  blocks: LegalBlock[];
};

/** A piece of a paragraph or list item. */
export type LegalPiece =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

const heading = /^##\s+(.+?)(?:\s*\{#([a-z][a-z0-9-]*)\})?\s*$/;
const listItem = /^[-*]\s+/;
const inline = /(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^()\s]+\))/;

/**
 * Parses the Markdown of legal texts: `## Headings`, which may end with an `{#id}`, paragraphs, lists, bold text, code
 * and links. Everything else is plain text. Text before the first heading is ignored.
 */
export function readLegalText(markdown: string): LegalSection[] {
  const sections: LegalSection[] = [];
  for (const chunk of markdown.split(/\n\s*\n|\n(?=##\s)/)) {
    const lines = chunk.split('\n').map((line) => line.trim());
    const [, title, id] = heading.exec(lines[0] ?? '') ?? [];
    if (title !== undefined) {
      sections.push({ id: freeId(id ?? slugOf(title), sections), title, blocks: [] });
      lines.shift();
    }
    sections.at(-1)?.blocks.push(...blocksOf(lines));
  }
  return sections;
}

function freeId(wanted: string, sections: readonly LegalSection[]): string {
  const isTaken = sections.some(({ id }) => id === wanted);
  return isTaken ? `${wanted}-${sections.length + 1}` : wanted;
}

function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
  return slug === '' ? 'section' : slug;
}

/** Consecutive lines form one paragraph or one list item. A list item ends the paragraph before it. */
function blocksOf(lines: readonly string[]): LegalBlock[] {
  const blocks: LegalBlock[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line === '') continue;
    if (listItem.test(line)) {
      const item = line.replace(listItem, '');
      if (last?.kind === 'list') last.items.push(item);
      else blocks.push({ kind: 'list', items: [item] });
    } else if (last?.kind === 'list') {
      last.items.push(`${last.items.pop() ?? ''} ${line}`);
    } else if (last) {
      last.text += ` ${line}`;
    } else {
      blocks.push({ kind: 'paragraph', text: line });
    }
  }
  return blocks;
}

/** The pieces of a paragraph or list item. A link with an unsafe URL is plain text, see `isSafeUrl`. */
export function legalPieces(text: string): LegalPiece[] {
  return text
    .split(inline)
    .filter((piece) => piece !== '')
    .map((piece): LegalPiece => {
      if (/^\*\*.+\*\*$/.test(piece)) return { kind: 'strong', text: piece.slice(2, -2) };
      if (/^`.+`$/.test(piece)) return { kind: 'code', text: piece.slice(1, -1) };
      const [, label, href] = /^\[([^\]]+)\]\(([^()\s]+)\)$/.exec(piece) ?? [];
      if (label !== undefined && href !== undefined && isSafeUrl(href)) {
        return { kind: 'link', text: label, href };
      }
      return { kind: 'text', text: piece };
    });
}

/** Whether a link leads to a page of this site, a section of the same text, an https URL or an email address. */
export function isSafeUrl(href: string): boolean {
  return /^(\/(?![/\\])|#[a-z]|https:\/\/|mailto:)/i.test(href);
}
