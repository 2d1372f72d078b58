import { describe, expect, it } from 'vitest';
import { matchesProductSearch, readProductSearch } from './product-search.ts';

const product = {
  title: 'River Decisions',
  description: 'Bluff-catching by blocker.',
  type: 'session',
  difficulty: 'advanced',
  owned: false,
} as const;

describe('shop search', () => {
  it.each([
    [{ q: 'river' }, true],
    [{ q: 'BLUFF  river ' }, true],
    [{ q: 'advanced session' }, true],
    [{ q: 'river flop' }, false],
    [{ q: 'pdf' }, false],
    [{ type: 'session' }, true],
    [{ type: 'pdf' }, false],
    [{ type: 'session', difficulty: 'beginner' }, false],
    [{ difficulty: 'advanced', q: 'river' }, true],
    [{ owned: 'no' }, true],
    [{}, true],
  ] as const)('search %j matches: %s', (search, expected) => {
    expect(matchesProductSearch(product, search)).toBe(expected);
  });

  it('a search leaves out owned products only with the filter `owned: no`', () => {
    expect(matchesProductSearch({ ...product, owned: true }, {})).toBe(true);
    expect(matchesProductSearch({ ...product, owned: true }, { owned: 'no' })).toBe(false);
  });

  it('readProductSearch drops unknown parameters and invalid values', () => {
    expect(readProductSearch({ q: '42', type: 'pdf', difficulty: 'expert', owned: 'no' })).toEqual({
      q: '42',
      type: 'pdf',
      difficulty: 'expert',
      owned: 'no',
    });
    expect(readProductSearch({ q: '  ', type: 'book', difficulty: 7, owned: 'yes', x: 1 })).toEqual({});
    expect(readProductSearch({ q: 'x'.repeat(101) })).toEqual({});
    expect(readProductSearch({ q: { a: 1 } })).toEqual({});
  });
});
