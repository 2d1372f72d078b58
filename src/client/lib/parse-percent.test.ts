import { expect, it } from 'vitest';
import { parsePercent } from './parse-percent.ts';

it('a number from 0 to 100 is accepted with or without a percent sign, and any other text is rejected', () => {
  const unusual = ['.5', ',5', '5.', '33,333'].map(parsePercent);
  expect(unusual).toEqual([0.5, 0.5, 5, 33.333]);
  const read = ['0', '33 %', '100%', '12.5', '12,5'].map(parsePercent);
  expect(read).toEqual([0, 33, 100, 12.5, 12.5]);
  for (const text of ['', '%', '.', '101', '1.000,5', '-1', '1e1', '0x10', 'half']) {
    expect(parsePercent(text), text).toBeUndefined();
  }
});
