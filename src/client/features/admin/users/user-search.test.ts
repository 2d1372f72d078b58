import { describe, expect, it } from 'vitest';
import { isFiltered, readUserSearch } from './user-search.ts';

describe('the filters of the user list', () => {
  it('readUserSearch renames `status` to `kyc`, and drops invalid values and parameters that are not filters', () => {
    expect(
      readUserSearch({
        tab: 'users',
        q: 'dana',
        status: 'not_submitted',
        plan: 'gold',
        role: 'admin',
        account: 'leaving',
        tag: 'VIP',
        from: '2026-01-01',
        to: 'tomorrow',
        sort: 'name',
      }),
    ).toEqual({
      q: 'dana',
      kyc: 'not_submitted',
      plan: 'gold',
      role: 'admin',
      account: 'leaving',
      tag: 'VIP',
      from: '2026-01-01',
      sort: 'name',
    });
    expect(readUserSearch({ status: 'open', plan: 'wood', sort: 'random', from: '2026-99-99' })).toEqual({
      sort: 'newest',
    });
  });

  it('isFiltered is true if a filter is set; the sort order does not count', () => {
    expect(isFiltered(readUserSearch({ sort: 'name' }))).toBe(false);
    expect(isFiltered(readUserSearch({ q: 'a' }))).toBe(true);
  });
});
