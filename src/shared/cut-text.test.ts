import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it.each([
  ['Anna', 3, 'Ann'],
  ['ab👑cd', 2, 'ab'],
  ['ab👑cd', 3, 'ab'],
  ['ab👑cd', 4, 'ab👑'],
  ['ab', 10, 'ab'],
])('%s cut to %i is %s', (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut);
});
