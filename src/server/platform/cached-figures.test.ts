import { describe, expect, it } from 'vitest';
import { createCachedFigures } from './cached-figures.ts';

const minute = 60_000;

/** Cached figures with a fake clock, and a function that counts its calls. */
function setUp() {
  let time = 1_000;
  let runs = 0;
  const figures = createCachedFigures({ now: () => time });
  return {
    figures,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    count: async () => {
      runs += 1;
      return { runs };
    },
  };
}

describe('cached figures', () => {
  it('figures are counted again after a minute, each key separately', async () => {
    const { figures, pass, count } = setUp();
    expect(await figures.get('people', count)).toEqual({ runs: 1 });
    pass(minute - 1_000);
    expect(await figures.get('people', count)).toEqual({ runs: 1 });
    expect(await figures.get('purchases', count)).toEqual({ runs: 2 });
    pass(2_000);
    expect(await figures.get('people', count)).toEqual({ runs: 3 });
    expect(await figures.get('purchases', count)).toEqual({ runs: 2 });
  });

  it('figures are counted once for concurrent callers', async () => {
    const { figures, count } = setUp();
    const results = await Promise.all(Array.from({ length: 20 }, () => figures.get('people', count)));
    expect(new Set(results.map(({ runs }) => runs))).toEqual(new Set([1]));
  });

  it('figures are counted again after `clear`, even while an earlier count is running', async () => {
    const { figures } = setUp();
    const slow = Promise.withResolvers<{ people: number }>();
    const before = figures.get('people', () => slow.promise);
    figures.clear();
    expect(await figures.get('people', async () => ({ people: 2 }))).toEqual({ people: 2 });
    slow.resolve({ people: 1 });
    expect(await before).toEqual({ people: 1 });
    expect(await figures.get('people', async () => ({ people: 3 }))).toEqual({ people: 2 });
  });

  it('figures are counted again after a failure, which rejects all waiting callers', async () => {
    const { figures, count } = setUp();
    const failing = () => figures.get('people', () => Promise.reject(new Error('no database')));
    const outcomes = await Promise.allSettled([failing(), failing()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await figures.get('people', count)).toEqual({ runs: 1 });
  });
});
