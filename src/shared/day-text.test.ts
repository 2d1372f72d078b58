import { expect, it } from 'vitest';
import { dayText, localDayText } from './day-text.ts';

it.each([
  ['2026-12-21T23:59:59.999Z', '21 Dec 2026'],
  ['2027-01-01T00:30:00+02:00', '31 Dec 2026'],
  [new Date('2026-09-05T12:00:00Z'), '5 Sep 2026'],
  ['2026-02-01', '1 Feb 2026'],
])('dayText of %s is %s', (at, text) => {
  expect(dayText(at)).toBe(text);
});

it.each([
  ['2026-11-29T18:43:00Z', 'Pacific/Auckland', '30 Nov 2026'],
  ['2026-12-01T01:00:00Z', 'America/Los_Angeles', '30 Nov 2026'],
  ['2026-12-01T01:00:00Z', null, '1 Dec 2026'],
])('localDayText of %s in %s is %s', (at, timeZone, text) => {
  expect(localDayText(at, timeZone)).toBe(text);
});
