import { expect, it } from 'vitest';
import { changeText } from './money-figures.tsx';

it.each([
  [150, 100, '50% more than at this time last month'],
  [50, 100, '50% less than at this time last month'],
  [-50, 100, '150% less than at this time last month'],
  [100, 100, 'Same as at this time last month'],
  [10_000, 9_999, 'About the same as at this time last month'],
  [100, 0, 'Nothing at this time last month'],
  [0, 0, 'Same as at this time last month'],
  [500, -1000, '-$10.00 at this time last month'],
])('%d cents this month, %d cents at this time last month: %s', (now, before, text) => {
  expect(changeText(now, before)).toBe(text);
});
