import { describe, expect, it } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';

describe('the query of an address', () => {
  it.each([
    'amount=500',
    'amount=1e3',
    'amount=0500',
    'amount=12.50',
    'q=true',
    'q=null',
    'q=%22AK%22',
    'q=%5B1%5D',
  ])('?%s is text, and is written as it was read', (query) => {
    const search = parsePlainSearch(`?${query}`);
    const [name, value] = query.split('=');
    expect(search).toEqual({ [name ?? '']: decodeURIComponent(value ?? '') });
    expect(stringifyPlainSearch(search)).toBe(`?${query}`);
  });

  it('leaves out what is not set, and itself when nothing is', () => {
    expect(stringifyPlainSearch({ q: 'river bluff', type: undefined, owned: '', days: 90 })).toBe(
      '?q=river+bluff&days=90',
    );
    expect(stringifyPlainSearch({})).toBe('');
    expect(parsePlainSearch('')).toEqual({});
  });

  it('holds no property that every object has', () => {
    expect(Object.keys(parsePlainSearch('?__proto__=1&constructor=2'))).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).constructor).toBe(Object);
  });
});
