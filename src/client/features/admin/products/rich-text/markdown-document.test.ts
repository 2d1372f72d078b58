import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, it } from 'vitest';
import { parseMarkdown, schema, writeMarkdown } from './markdown-document.ts';
import { needsMarkdown } from './rich-text-field.tsx';

const roundTrip = (text: string) => writeMarkdown(parseMarkdown(text));

it.each([
  '## Heading\n\nA **bold** and *slanted* ~~wrong~~ word, `K9s`.',
  '- one\n- two\n  - inner\n\n1. first\n2. second',
  '> quoted\n>\n> twice',
  '[a link](https://example.test/?a=1 "Title") ![A grid](/api/pictures/1)',
  'Two\nlines\\\nand a break',
  'Read\\\n<https://example.test/a_b>',
  'Before\n\n| A | B |\n|---|---|\n| **1** | 2 |\n\nAfter',
  '- item\n\n  | A |\n  |---|\n  | 1 |',
  '- | A | B |\n  |---|---|\n  | 1 | 2 |',
  '> 1. | A | B |\n>    |---|---|\n>    | 1 | 2 |',
  '```chart\nUTG\n```',
  '3 < 4 \\<b>, 5 \\* 4',
  'Before\n\n:::hand Check-raise into three\n\n:::odds AsKs v QQ+, AKs; board Kh 8s 3d; pot 12; bet 6\n\nAfter',
  ':::hand\n\n```\n:::hand code\n```',
  '- item\n\n:::hand After a list',
])('the Markdown %j is the same after a round trip', (text) => expect(roundTrip(text)).toBe(text));

it.each(['- item', '+ 5', '1. one', '1) one', '# one', '> one', '---', '==='])(
  'the line %j after a line break stays plain text',
  (line) => {
    const { hard_break, soft_break, paragraph } = schema.nodes;
    for (const lineBreak of [hard_break, soft_break]) {
      const inside = [schema.text('Before'), lineBreak.create(), schema.text(line)];
      const document = schema.topNodeType.create(null, paragraph.create(null, inside));
      expect(parseMarkdown(writeMarkdown(document)).toJSON()).toEqual(document.toJSON());
    }
  },
);

it('a block in the middle of a text becomes a separate paragraph', () => {
  expect(roundTrip('Text\n:::hand One\nmore')).toBe('Text\n\n:::hand One\n\nmore');
  expect(roundTrip('- item\n:::hand One')).toBe('- item\n\n:::hand One');
});

/** The syntax tree of a text, without positions. */
function syntaxTree(text: string): unknown {
  return JSON.parse(
    JSON.stringify(unified().use(remarkParse).use(remarkGfm).parse(text), (key, value) =>
      key === 'position' || key === 'spread' ? undefined : value,
    ),
  );
}

const sessions = path.join(import.meta.dirname, '../../../../../server/demo/content/sessions');
it.each(readdirSync(sessions))('the lesson %s has the same syntax tree after a round trip', (file) => {
  const text = readFileSync(path.join(sessions, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
  expect(syntaxTree(roundTrip(text))).toEqual(syntaxTree(text));
});

it('texts with footnotes or check boxes are edited as Markdown', () => {
  expect(needsMarkdown('Odds[^1]\n\n[^1]: Of the pot')).toBe(true);
  expect(needsMarkdown('- [ ] review a hand')).toBe(true);
  expect(needsMarkdown('- [a link](/x) and [brackets]')).toBe(false);
});
