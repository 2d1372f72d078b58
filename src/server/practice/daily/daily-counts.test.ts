import { expect, it, vi } from 'vitest';
import { createDailyCounts } from './daily-counts.ts';

// Counts of the answers to a hand of the day, by the index of the chosen option.

it('answers are counted in the database once, and later answers are added to that count in memory', async () => {
  const counts = createDailyCounts();
  const load = vi.fn(async () => new Map([[0, 3]]));
  expect(await counts.read('day', load)).toEqual(new Map([[0, 3]]));
  counts.add('day', 0);
  counts.add('day', 2);
  counts.add('day', 2);
  counts.remove('day', 2);
  expect(await counts.read('day', load)).toEqual(
    new Map([
      [0, 4],
      [2, 1],
    ]),
  );
  expect(load).toHaveBeenCalledTimes(1);
});

it('an answer that is stored while answers are counted is neither lost nor counted twice', async () => {
  const counts = createDailyCounts();
  const { promise, resolve } = Promise.withResolvers<Map<number, number>>();
  const first = counts.read('day', () => promise);
  counts.add('day', 0);
  // The result from the database already includes the stored answer.
  resolve(new Map([[0, 1]]));
  await first;
  expect(await counts.read('day', async () => new Map([[0, 1]]))).toEqual(new Map([[0, 1]]));
});

it('if counting in the database fails, the next read counts again', async () => {
  const counts = createDailyCounts();
  await expect(counts.read('day', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await counts.read('day', async () => new Map([[1, 1]]))).toEqual(new Map([[1, 1]]));
});
