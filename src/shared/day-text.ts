import { localDay } from './time-zone.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The UTC day as "20 Nov 2026". @param at - ISO 8601 text or a Date */
export function dayText(at: string | Date): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** The day in `timeZone` as "20 Nov 2026"; null means UTC. */
export function localDayText(at: string | Date, timeZone: string | null): string {
  return dayText(localDay(new Date(at), timeZone));
}
