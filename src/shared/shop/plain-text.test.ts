import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it.each([
  ['A plain sentence, 3-bet or 5 * 4, snake_case.', 'A plain sentence, 3-bet or 5 * 4, snake_case.'],
  ['## Rivers\n\nWhen to **fire** the *third* barrel.', 'Rivers\n\nWhen to fire the third barrel.'],
  ['- one\n- two\n\n1. three', 'one\ntwo\n\nthree'],
  ['See [the chart](/charts "UTG") and ![a grid](/api/pictures/x).', 'See the chart and .'],
  ['> quoted `K9s`', 'quoted K9s'],
  ['1 \\* 2 \\<b>', '1 * 2 <b>'],
  ['\\*\\*fire\\*\\* and \\_a\\_, \\[x\\](y), \\`K9s\\`', '**fire** and _a_, [x](y), `K9s`'],
  ['\\# 1 river\n\\- a bet', '# 1 river\n- a bet'],
  ['Two\nlines', 'Two\nlines'],
])('%j becomes %j', (markdown, text) => expect(plainText(markdown)).toBe(text));

it('a long text of markup is converted within two seconds', () => {
  const started = performance.now();
  for (const part of ['[', '*', '_a', '![', '`', '> ', '\\']) plainText(part.repeat(5_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});
