import { afterEach, describe, expect, it } from 'vitest';
import { formatBytes, formatDate, formatDateTime, formatDuration, setTimeZone } from './format.ts';

afterEach(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone));

describe('formatDate', () => {
  it.each(['America/Los_Angeles', 'Pacific/Auckland'])(
    'formatDate does not shift a calendar day in the time zone %s',
    (zone) => {
      setTimeZone(zone);
      expect(formatDate('2026-11-20')).toBe('20 Nov 2026');
      expect(formatDate('2026-01-01')).toBe('1 Jan 2026');
    },
  );
  it('formatDate writes all months with three letters', () => {
    expect(formatDate('2026-09-02')).toBe('2 Sep 2026');
  });
  it('formatDate returns an empty text for a missing or invalid date', () => {
    expect([null, undefined, '', 'soon'].map(formatDate)).toEqual(['', '', '', '']);
  });
});

describe('formatDateTime', () => {
  it('formatDateTime includes the time zone', () => {
    const text = formatDateTime(new Date(2026, 10, 20, 14, 5));
    expect(text).toMatch(/^20 Nov 2026, 14:05 \S+/);
  });
});

describe('formatDuration', () => {
  it.each([
    [45, '45 min'],
    [60, '1 h'],
    [90, '1 h 30 min'],
    [0, '0 min'],
    [59.6, '1 h'],
  ])('a duration of %s minutes is %s', (minutes, text) => expect(formatDuration(minutes)).toBe(text));
});

describe('formatBytes', () => {
  it.each([
    [1, '1 kB'],
    [820 * 1024, '820 kB'],
    [1024 * 1024 - 1, '1.0 MB'],
    [5 * 1024 * 1024, '5.0 MB'],
  ])('a size of %s bytes is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});
