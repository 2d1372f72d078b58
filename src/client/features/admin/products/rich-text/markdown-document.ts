import MarkdownIt from 'markdown-it';
import {
  schema as basicSchema,
  defaultMarkdownParser,
  defaultMarkdownSerializer,
  MarkdownParser,
  MarkdownSerializer,
} from 'prosemirror-markdown';
import { type Node, Schema } from 'prosemirror-model';
import { isBlockLine, readBlock } from '../../../../../shared/hands/lesson-blocks.ts';

type NodeName =
  | 'paragraph'
  | 'heading'
  | 'blockquote'
  | 'bullet_list'
  | 'ordered_list'
  | 'list_item'
  | 'image'
  | 'hard_break'
  | 'soft_break'
  | 'table'
  | 'lesson_block';
type MarkName = 'em' | 'strong' | 'link' | 'strike';

/**
 * The document model of the editor. Tables and lesson blocks (lines such as `:::hand Title`, which show a hand or odds)
 * stay Markdown, which is shown but not formatted.
 */
export const schema = new Schema<NodeName, MarkName>({
  nodes: basicSchema.spec.nodes
    .update('bullet_list', {
      ...basicSchema.spec.nodes.get('bullet_list'),
      attrs: { tight: { default: true } },
    })
    .update('ordered_list', {
      ...basicSchema.spec.nodes.get('ordered_list'),
      attrs: { order: { default: 1 }, tight: { default: true } },
    })
    .append({
      table: {
        group: 'block',
        atom: true,
        attrs: { source: {} },
        parseDOM: [
          { tag: 'pre[data-table]', priority: 60, getAttrs: (dom) => ({ source: dom.textContent ?? '' }) },
        ],
        toDOM: ({ attrs }) => [
          'pre',
          { 'data-table': 'true', title: 'A table. Change it with “Write Markdown”.' },
          String(attrs.source),
        ],
      },
      lesson_block: {
        group: 'block',
        atom: true,
        attrs: { source: {} },
        parseDOM: [
          {
            tag: 'div[data-lesson-block]',
            getAttrs: (dom) => ({ source: dom.getAttribute('data-lesson-block') ?? '' }),
          },
        ],
        toDOM: ({ attrs }) => {
          const source = String(attrs.source);
          const block = readBlock(source);
          const problem = block.kind === 'wrong' ? block.problem : undefined;
          return [
            'div',
            {
              'data-lesson-block': source,
              class: `mt-3 rounded-control p-3 font-mono text-sm ${problem ? 'bg-danger-soft' : 'bg-primary-soft'}`,
            },
            ['span', { class: 'block' }, source],
            ...(problem ? [['span', { class: 'block font-sans text-danger' }, problem] as const] : []),
          ];
        },
      },
      soft_break: {
        inline: true,
        group: 'inline',
        selectable: false,
        toDOM: () => ['br'],
      },
    }),
  marks: basicSchema.spec.marks.append({
    strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s'] },
  }),
});

const tokenizer = new MarkdownIt('commonmark', { html: false }).enable(['table', 'strikethrough']);

tokenizer.block.ruler.before(
  'fence',
  'lesson_block',
  (state, line, _end, silent) => {
    const start = state.bMarks[line] ?? 0;
    const isLineStart = start === 0 || state.src[start - 1] === '\n';
    const text = state.src.slice(start, state.eMarks[line]);
    if (!isLineStart || !isBlockLine(text)) return false;
    if (silent) return true;
    const token = state.push('lesson_block', '', 0);
    token.content = text;
    token.map = [line, line + 1];
    state.line = line + 1;
    return true;
  },
  { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
);

tokenizer.core.ruler.push('whole_tables', (state) => {
  const lines = state.src.split('\n');
  const tokens: typeof state.tokens = [];
  /** The numbers of the lines on which the list items around the current token begin. */
  const itemStarts: (number | undefined)[] = [];
  let inTable = false;
  for (const token of state.tokens) {
    if (token.type === 'list_item_open') itemStarts.push(token.map?.[0]);
    if (token.type === 'list_item_close') itemStarts.pop();
    if (token.type === 'table_open') {
      const [from, to] = token.map ?? [0, 0];
      const table = new state.Token('table', '', 0);
      // A table can be inside a list or quote. Its first line loses the markers of the list items that begin on it, and
      // every line loses its indentation and the markers of quotes.
      const items = itemStarts.filter((line) => line === from).length;
      const itemMarkers = new RegExp(String.raw`^(?:[\s>]*(?:[-+*]|\d{1,9}[.)])){${items}}`);
      table.content = lines
        .slice(from, to)
        .map((line, index) => (index === 0 ? line.replace(itemMarkers, '') : line).replace(/^[\s>]+/, ''))
        .join('\n');
      tokens.push(table);
      inTable = true;
    }
    if (!inTable) tokens.push(token);
    if (token.type === 'table_close') inTable = false;
  }
  state.tokens = tokens;
});

const parser = new MarkdownParser(schema, tokenizer, {
  ...defaultMarkdownParser.tokens,
  softbreak: { node: 'soft_break' },
  s: { mark: 'strike' },
  table: { node: 'table', getAttrs: ({ content }) => ({ source: content }) },
  lesson_block: { node: 'lesson_block', getAttrs: ({ content }) => ({ source: content }) },
});

const serializer = new MarkdownSerializer(
  {
    ...defaultMarkdownSerializer.nodes,
    bullet_list: (state, node) => state.renderList(node, '  ', () => '- '),
    soft_break: (state) => state.write('\n'),
    text(state, node, parent, index) {
      const text = node.text ?? '';
      const before = index > 0 ? parent.child(index - 1).type : undefined;
      // A line after a break is escaped at its beginning, so that it does not become a list, heading or quote.
      const isNewLine = before === schema.nodes.hard_break || before === schema.nodes.soft_break;
      // The text of a link is not at the beginning of its line: `[` or `<` comes first.
      const isLink = schema.marks.link.isInSet(node.marks) !== undefined;
      if (isNewLine && !isLink) state.text(state.esc(text, true), false);
      else defaultMarkdownSerializer.nodes.text?.(state, node, parent, index);
    },
    table(state, node) {
      for (const [index, line] of String(node.attrs.source).split('\n').entries()) {
        if (index > 0) state.ensureNewLine();
        state.write(line);
      }
      state.closeBlock(node);
    },
    lesson_block(state, node) {
      state.write(String(node.attrs.source));
      state.closeBlock(node);
    },
  },
  {
    ...defaultMarkdownSerializer.marks,
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
  },
  // Also escapes `<`, which could begin a tag or a link, a line of `=`, which would make the line before it a heading,
  // and the `)` of `1)`, which would begin a list.
  { escapeExtraCharacters: /<(?=[a-z/!?])|^=(?==*\s*$)|(?<=^\s*\d{1,9})\)(?=\s|$)/gi },
);

export function parseMarkdown(text: string): Node {
  return parser.parse(text);
}

export function writeMarkdown(document: Node): string {
  return serializer.serialize(document).trimEnd();
}
