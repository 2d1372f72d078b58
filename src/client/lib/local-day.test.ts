import { afterEach, expect, it } from 'vitest';
import { endOfDay, startOfDay } from './local-day.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

it.each([
  ['2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['2027-03-14', '2027-03-14T05:00:00.000Z', '2027-03-15T04:00:00.000Z'],
  ['2027-06-30', '2027-06-30T04:00:00.000Z', '2027-07-01T04:00:00.000Z'],
])('in New York, the day %s begins and ends at midnight, even if clocks change', (day, start, end) => {
  process.env.TZ = 'America/New_York';
  expect(startOfDay(day).toISOString()).toBe(start);
  expect(endOfDay(day).toISOString()).toBe(end);
});

it('a day that begins at 01:00, because the clocks change, ends at midnight', () => {
  process.env.TZ = 'Africa/Cairo';
  expect(startOfDay('2026-04-24').toISOString()).toBe('2026-04-23T22:00:00.000Z');
  expect(endOfDay('2026-04-24').toISOString()).toBe('2026-04-24T21:00:00.000Z');
});

it('an invalid day has an invalid end', () => {
  expect(endOfDay('2027-02-x').getTime()).toBeNaN();
});
