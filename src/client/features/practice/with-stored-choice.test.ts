import { expect, it } from 'vitest';
import { withStoredChoice } from './with-stored-choice.ts';

const rivers = { value: 'product:4', label: 'PDF 2: Rivers' };

it('a stored choice that is no longer in the shop is added to the choices of the select, once these are loaded', () => {
  expect(withStoredChoice([rivers], 'product:4')).toEqual([rivers]);
  expect(withStoredChoice([rivers], '')).toEqual([rivers]);
  expect(withStoredChoice([rivers], 'session:9')).toEqual([
    rivers,
    { value: 'session:9', label: 'No longer in the shop' },
  ]);
  expect(withStoredChoice(undefined, 'session:9')).toEqual([]);
});
