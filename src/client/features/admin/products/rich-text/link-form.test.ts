import { expect, it } from 'vitest';
import { readUrl } from './link-form.tsx';

it.each([
  ['/products', '/products'],
  ['#odds', '#odds'],
  [' https://example.test/a ', 'https://example.test/a'],
  ['example.test/a', 'https://example.test/a'],
  ['https://example.test/My notes.pdf', 'https://example.test/My%20notes.pdf'],
  ['mailto:coach@example.test', 'mailto:coach@example.test'],
  ['coach@example.test', 'mailto:coach@example.test'],
  ['//example.test', 'https://example.test'],
  ['javascript:alert(1)', undefined],
  ['two words', undefined],
  ['', undefined],
])('the link form reads %j as %j', (typed, url) => expect(readUrl(typed)).toBe(url));
