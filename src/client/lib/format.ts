export { formatCents } from '../../shared/money.ts';

const formats = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  dayUtc: { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  time: { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<keyof typeof formats, Intl.DateTimeFormat>();
let userTimeZone: string | undefined;

/** Sets the time zone of dates. The server calls it before it renders a page for a user; browsers keep their own. */
export function setTimeZone(timeZone: string): void {
  if (timeZone === userTimeZone) return;
  userTimeZone = timeZone;
  formatters.clear();
}

/**
 * Each formatter is created on first use: creating one takes some milliseconds on a phone, and a page without dates
 * needs none.
 */
function formatterOf(name: keyof typeof formats): Intl.DateTimeFormat {
  const formatter =
    formatters.get(name) ?? new Intl.DateTimeFormat('en-GB', { timeZone: userTimeZone, ...formats[name] });
  formatters.set(name, formatter);
  return formatter;
}

/** en-GB abbreviates September as "Sept" and all other months with three letters. */
function shortDay(format: Intl.DateTimeFormat, date: Date): string {
  return format.format(date).replace('Sept', 'Sep');
}

/**
 * "20 Nov 2026" in the user's time zone. A calendar day (`YYYY-MM-DD`) is the same day everywhere.
 * @returns an empty string for an invalid date
 */
export function formatDate(value: string | Date | null | undefined): string {
  const date = readDate(value);
  if (!date) return '';
  const isCalendarDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return shortDay(formatterOf(isCalendarDay ? 'dayUtc' : 'day'), date);
}

/** "20 Nov", for places where the year is obvious. */
export function formatDayMonth(value: string | Date): string {
  return formatDate(value).replace(/ \d{4}$/, '');
}

/** "20 Nov 2026, 14:05 CET", in the user's time zone. */
export function formatDateTime(value: string | Date | null | undefined): string {
  const date = readDate(value);
  return date ? `${shortDay(formatterOf('day'), date)}, ${formatTime(date)}` : '';
}

/** "14:05 CET", in the user's time zone. */
export function formatTime(date: Date): string {
  return formatterOf('time').format(date);
}

function readDate(value: string | Date | null | undefined): Date | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Minutes as "45 min", "1 h" or "1 h 30 min". */
export function formatDuration(minutes: number): string {
  const wholeMinutes = Math.round(minutes);
  const hours = Math.floor(wholeMinutes / 60);
  const rest = wholeMinutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Bytes as "820 kB" or "4.8 MB", in powers of 1024, as in the upload limits. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1024) return `${kilobytes} kB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
