import { expect, it, vi } from 'vitest';
import { initials } from './avatar.tsx';

it.each([
  ['Dana', 'Whitfield', 'DW'],
  ['dana', '', 'D'],
  [' ', null, 'U'],
  [undefined, undefined, 'U'],
  ['Élise', 'ångström', 'ÉÅ'],
  ['😀 smile', 'x', '😀X'],
  ['<b>Bo</b>', '=1+1', 'B1'],
  ['"', '--', 'U'],
])('the initials of %j and %j are %s', (first, last, letters) => expect(initials(first, last)).toBe(letters));

it('initials are the same on the server and in a Turkish browser', () => {
  vi.spyOn(String.prototype, 'toLocaleUpperCase').mockReturnValue('İ');
  expect(initials('ilker', '')).toBe('I');
});
