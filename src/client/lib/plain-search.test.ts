import { describe, expect, it } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';

describe('URL query', () => {
  it.each([
    'amount=500',
    'amount=1e3',
    'amount=0500',
    'amount=12.50',
    'q=true',
    'q=null',
    'q=%22AK%22',
    'q=%5B1%5D',
  ])('the query ?%s is parsed as text and written back unchanged', (query) => {
    const search = parsePlainSearch(`?${query}`);
    const [name, value] = query.split('=');
    expect(search).toEqual({ [name ?? '']: decodeURIComponent(value ?? '') });
    expect(stringifyPlainSearch(search)).toBe(`?${query}`);
  });

  it('unset parameters are left out, and an empty query has no question mark', () => {
    expect(stringifyPlainSearch({ q: 'river bluff', type: undefined, owned: '', days: 90 })).toBe(
      '?q=river+bluff&days=90',
    );
    expect(stringifyPlainSearch({})).toBe('');
    expect(parsePlainSearch('')).toEqual({});
  });

  it('parameters named like properties of Object are ordinary parameters', () => {
    expect(Object.keys(parsePlainSearch('?__proto__=1&constructor=2'))).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).constructor).toBe(Object);
  });
});
