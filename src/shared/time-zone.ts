import { minuteMs } from './durations.ts';

/**
 * Whether `name` is an IANA name that the runtime knows. Offsets such as `+02:00` are rejected, because they have no
 * daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Cached by time zone, because creating a format takes several times as long as using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const maxDayFormats = 500;

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    // The same zone can be spelled in many ways, such as `europe/AMSTERDAM`.
    if (dayFormats.size >= maxDayFormats) dayFormats.clear();
    dayFormats.set(timeZone, format);
  }
  return format;
}

/** The calendar day, `YYYY-MM-DD`, at `instant` in that time zone; null means UTC. */
export function localDay(instant: Date, timeZone: string | null): string {
  const parts = dayFormat(timeZone ?? 'UTC').formatToParts(instant);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The day that is `days` after `day`; both `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The same day and time `months` later in UTC; in a month without that day, its last day. */
export function addMonths(moment: Date, months: number): Date {
  const date = new Date(moment);
  date.setUTCMonth(date.getUTCMonth() + months);
  // In JavaScript, January 31 plus one month is March 2 or 3.
  if (date.getUTCDate() !== moment.getUTCDate()) date.setUTCDate(0);
  return date;
}

/** When a day, `YYYY-MM-DD`, begins in that time zone, to the minute; null means UTC. */
export function startOfDay(day: string, timeZone: string | null): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`) / minuteMs;
  // Today's zones differ from UTC by less than 15 hours.
  let before = midnight - 15 * 60;
  let after = midnight + 15 * 60;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDay(new Date(middle * minuteMs), timeZone) < day) before = middle;
    else after = middle;
  }
  return new Date(after * minuteMs);
}
