import { expect, it } from 'vitest';
import { addMonths } from './durations.ts';

it.each([
  ['2026-11-27', 1, '2026-12-27'],
  ['2026-11-27', -13, '2025-10-27'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2027-03-31', -13, '2026-02-28'],
  ['2026-12-31', 14, '2028-02-29'],
])('%s plus %i months is %s', (day, months, expected) => {
  expect(addMonths(new Date(`${day}T23:30:00Z`), months).toISOString()).toBe(`${expected}T23:30:00.000Z`);
});
