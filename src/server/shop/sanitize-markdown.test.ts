import { expect, it } from 'vitest';
import { sanitizeMarkdown } from './sanitize-markdown.ts';

it.each([
  'Plain, with 3 < 4 and [brackets].',
  '## Heading\n\n- a **list**\n- [a link](https://example.test/?a=1 "Title") and [one here](/products#top)\n',
  '| A | B |\n|---|---|\n| 1 | ![x](/api/pictures/1) |\n',
  '```html\n<b>code</b>\n```\n\n`<i>`',
  '[mail](mailto:a@example.test) <https://example.test>',
])('sanitizeMarkdown keeps %j unchanged', (text) => expect(sanitizeMarkdown(text)).toBe(text));

it.each([
  ['a <b>bold</b> word', 'a \\<b>bold\\</b> word'],
  ['<script>alert(1)</script>', '\\<script>alert(1)\\</script>'],
  ['[click **me**](javascript:alert(1)) now', 'click **me** now'],
  ['[x](JaVaScRiPt&#58;alert(1))', 'x'],
  ['![grid](data:image/png;base64,AAAA)', 'grid'],
  ['<javascript:alert(1)>', 'javascript:alert(1)'],
  ['[x][a]\n\n[a]: vbscript:x', '[x][a]\n\n'],
  ['<div>[x](javascript:a)</div>', '\\<div>x\\</div>'],
])('sanitizeMarkdown turns %j into %j', (text, safe) => expect(sanitizeMarkdown(text)).toBe(safe));

it('no unsafe link remains after deeply nested links are sanitized', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}x${'](javascript:a)'.repeat(depth)}`;
  expect(sanitizeMarkdown(`${nested(5)} [y](/z)`)).toBe('x [y](/z)');
  for (const depth of [6, 7, 50]) {
    const safe = sanitizeMarkdown(nested(depth));
    expect(safe).not.toContain('[');
    expect(sanitizeMarkdown(safe)).toBe(safe);
  }
});
