import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

test.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('the items %j are grouped into batches of two', async (items, expected) => {
  expect(await Array.fromAsync(inBatches(Readable.from(items), 2))).toEqual(expected);
});
