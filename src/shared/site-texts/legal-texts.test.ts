import { describe, expect, it } from 'vitest';
import { legalPieces, readLegalText } from './legal-markdown.ts';
import { legalBody, legalOriginals } from './legal-texts.ts';

describe('original legal texts', () => {
  it.each(Object.entries(legalOriginals))('the original text “%s” is valid', (_document, text) => {
    expect(legalBody.parse(text)).toBe(text);
    const ids = readLegalText(text).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('the originals have the sections that other pages link to', () => {
    const idsOf = (text: string) => readLegalText(text).map(({ id }) => id);
    expect(idsOf(legalOriginals.privacy)).toEqual(
      expect.arrayContaining(['cookies', 'identity-documents', 'retention']),
    );
    expect(idsOf(legalOriginals.terms)).toEqual(expect.arrayContaining(['purchases', 'governing-law']));
  });
});

describe('Markdown of legal texts', () => {
  it('sections, paragraphs and lists are parsed with and without blank lines between them', () => {
    expect(
      readLegalText('lost\n## One {#first}\nA line\ngoes on.\n- a\n  more\n- b\n\nEnd\n\n## One'),
    ).toEqual([
      {
        id: 'first',
        title: 'One',
        blocks: [
          { kind: 'paragraph', text: 'A line goes on.' },
          { kind: 'list', items: ['a more', 'b'] },
          { kind: 'paragraph', text: 'End' },
        ],
      },
      { id: 'one', title: 'One', blocks: [] },
    ]);
    expect(readLegalText('## A\n\n## A\n\n## 1!').map(({ id }) => id)).toEqual(['a', 'a-2', 'section']);
  });

  it('only pages, sections, https URLs and email addresses can be linked', () => {
    expect(
      legalPieces('**b** `c` [d](/e#f) [x](javascript:alert(1)) [y](//evil.example) [z](http://a.b)'),
    ).toEqual([
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'd', href: '/e#f' },
      { kind: 'text', text: ' [x](javascript:alert(1)) ' },
      { kind: 'text', text: '[y](//evil.example)' },
      { kind: 'text', text: ' ' },
      { kind: 'text', text: '[z](http://a.b)' },
    ]);
  });

  it.each([
    ['No heading of {academy}', 'Begin with the title of a section'],
    ['## Rules\n\nOurs.', 'Keep {academy}'],
    ['## Rules\n\n{academy} <script>x</script>', 'HTML is shown'],
    ['## Rules\n\n{academy} [x](javascript:x)', '“javascript:x” cannot be linked'],
    ['## Rules\n\n{academy} [x](/our rules)', '“/our rules” cannot be linked'],
    ['## Rules\n\n{academy} [x](https://a.b/c_(d))', '“https://a.b/c_(d” cannot be linked'],
    ['## Rules\n\n{academy} {owner}', '{owner} is not a placeholder'],
  ])('%j is rejected with an explanation', (text, message) => {
    expect(legalBody.safeParse(text).error?.issues[0]?.message).toContain(message);
  });
});
