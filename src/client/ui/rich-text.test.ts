import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';

it('the links to a footnote and back stay on the page; other links open a new tab', () => {
  const html = renderToStaticMarkup(
    createElement(RichText, { text: 'Odds[^1] of [others](https://example.com)\n\n[^1]: Of the pot' }),
  );
  const links = html.match(/<a [^>]*>/g) ?? [];
  expect(links).toHaveLength(3);
  const [toNote, other, back] = links;
  expect(toNote).toContain('href="#user-content-fn-1"');
  expect(toNote).not.toContain('target=');
  expect(toNote).toContain('id="user-content-fnref-1"');
  expect(other).toContain('target="_blank"');
  expect(back).toContain('href="#user-content-fnref-1"');
  expect(back).toContain('aria-label="Back to reference 1"');
  expect(back).not.toContain('target=');
});
