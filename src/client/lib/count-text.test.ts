import { expect, it } from 'vitest';
import { countOfText } from './count-text.ts';

it.each([
  [1_100, 1_200, '1,100 of 1,200 products'],
  [0, 1, '0 of 1 product'],
])('a part of a total, %i of %i, is written “%s”', (count, total, text) => {
  expect(countOfText(count, total, 'product')).toBe(text);
});
