import { expect, it } from 'vitest';
import { clockTime } from './clock-time.ts';

it.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [751, '12:31'],
  [3599, '59:59'],
  [3605, '1:00:05'],
  [36_000, '10:00:00'],
  [-1, '0:00'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});
