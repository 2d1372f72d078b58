import { expect, it } from 'vitest';
import { initials } from './avatar.tsx';

it.each([
  ['Dana', 'Whitfield', 'DW'],
  ['dana', '', 'D'],
  [' ', null, 'U'],
  [undefined, undefined, 'U'],
  ['Élise', 'ångström', 'ÉÅ'],
  ['😀 smile', 'x', '😀X'],
])('%s %s is %s', (first, last, letters) => expect(initials(first, last)).toBe(letters));
