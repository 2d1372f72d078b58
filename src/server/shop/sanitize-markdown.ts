import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const processor = unified().use(remarkParse).use(remarkGfm);

/**
 * Removing a part may form new markup, so the result is sanitized again. Only a malicious text needs more rounds than
 * this.
 */
const maxRounds = 5;

type Edit = { start: number; end: number; text: string };

/**
 * Makes Markdown safe wherever it is shown. HTML becomes text. A link or picture loses its URL unless that is a path,
 * an anchor, a web URL or an email link. Everything else stays as it was written, unless the text needs more than
 * `maxRounds` rounds.
 */
export function sanitizeMarkdown(markdown: string): string {
  let text = markdown;
  for (let round = 0; /[<[]/.test(text); round += 1) {
    const edits = editsOf(processor.parse(text), text);
    if (edits.length === 0) return text;
    // Without these characters, no link, picture or HTML can remain.
    if (round === maxRounds) return text.replaceAll(/[<[]/g, '');
    for (const { start, end, text: replacement } of edits.toReversed()) {
      text = text.slice(0, start) + replacement + text.slice(end);
    }
  }
  return text;
}

function editsOf(node: Nodes, source: string): Edit[] {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  if (node.type === 'html') {
    return [{ start, end, text: source.slice(start, end).replaceAll('<', '\\<') }];
  }
  if ('url' in node && !isSafeUrl(node.url)) return [{ start, end, text: textOf(node, source) }];
  return 'children' in node ? node.children.flatMap((child) => editsOf(child, source)) : [];
}

/** What remains of a link or a picture without its URL. */
function textOf(node: Nodes, source: string): string {
  if (node.type === 'image') return node.alt ?? '';
  if (node.type !== 'link') return '';
  const first = node.children[0]?.position?.start.offset;
  const last = node.children.at(-1)?.position?.end.offset;
  return first === undefined || last === undefined ? '' : source.slice(first, last);
}

/** Whether the URL is a path, an anchor, a web URL or an email link. */
function isSafeUrl(url: string): boolean {
  const scheme = /^([^/?#:]*):/.exec(url.trim())?.[1];
  return scheme === undefined || /^(?:https?|mailto)$/i.test(scheme);
}
