import { expect, it } from 'vitest';
import { monthName, shiftMonth, weeksOf } from './month-calendar.tsx';

it('a month is laid out in weeks from Monday to Sunday', () => {
  const november = weeksOf('2026-11');
  // November 1, 2026 is a Sunday.
  expect(november[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(november.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  expect(weeksOf('2028-02').flat().filter(Boolean)).toHaveLength(29);
  expect([shiftMonth('2026-01', -1), shiftMonth('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
  expect(monthName('2026-11')).toBe('November 2026');
});
