import { describe, expect, it, vi } from 'vitest';
import { addDays, addMonths, isTimeZone, localDay, startOfDay } from './time-zone.ts';

describe('time zones', () => {
  it.each(['Europe/Amsterdam', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'])(
    '%s is a known time zone',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );
  it.each(['', 'Mars/Base', '+02:00', 'Europe/Amsterdam; drop', '../etc', 'Europe/'])(
    '%j is rejected as a time zone',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );

  it.each([
    ['2026-11-21T23:30:00Z', 'Europe/Amsterdam', '2026-11-22'],
    ['2026-11-21T03:00:00Z', 'America/New_York', '2026-11-20'],
    ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22'],
    ['2026-11-21T23:59:59Z', null, '2026-11-21'],
    // The last second before daylight saving time starts.
    ['2026-03-29T00:59:59Z', 'Europe/Amsterdam', '2026-03-29'],
  ])('the local day of %s in the time zone %s (null: UTC) is %s', (instant, zone, day) => {
    expect(localDay(new Date(instant), zone)).toBe(day);
  });

  it.each([
    ['2026-11-26', 'UTC', '2026-11-26T00:00:00.000Z'],
    ['2026-11-26', 'Europe/Amsterdam', '2026-11-25T23:00:00.000Z'],
    ['2026-07-01', 'America/St_Johns', '2026-07-01T02:30:00.000Z'],
    ['2026-11-26', 'Pacific/Kiritimati', '2026-11-25T10:00:00.000Z'],
    // Daylight saving time starts at midnight, which is skipped.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ])('%s in %s starts at %s', (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant);
  });

  it.each([
    ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00Z'],
    ['2027-03-31T10:00:00Z', -13, '2026-02-28T10:00:00Z'],
    ['2027-03-15T10:00:00Z', -15, '2025-12-15T10:00:00Z'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(addMonths(new Date(from), months)).toEqual(new Date(to));
  });

  it('localDay caches one date format for each spelling of a time zone, and clears the cache after too many spellings', () => {
    const spelling = (number: number) => {
      const letters = [...'amsterdam'].map((letter, at) =>
        (number >> at) & 1 ? letter.toUpperCase() : letter,
      );
      return `europe/${letters.join('')}`;
    };
    const now = new Date('2026-11-26T12:00:00Z');
    localDay(now, spelling(0));
    const created = vi.spyOn(Intl, 'DateTimeFormat');
    try {
      localDay(now, spelling(0));
      expect(created).not.toHaveBeenCalled();
      for (let number = 1; number <= 500; number += 1) localDay(now, spelling(number));
      created.mockClear();
      expect(localDay(now, spelling(0))).toBe('2026-11-26');
      expect(created).toHaveBeenCalledOnce();
    } finally {
      created.mockRestore();
    }
  });

  it('addDays works across months, leap days and clock changes', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });
});
