/**
 * The time by which something was promised, such as an answer: "Tue 24 Nov, 18:00".
 * @param timeZone - null means UTC, undefined the time zone of the runtime
 */
export function dueText(at: string | Date, timeZone: string | null | undefined): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === undefined ? {} : { timeZone: timeZone ?? 'UTC' }),
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value;
  return `${part('weekday')} ${part('day')} ${part('month')?.slice(0, 3)}, ${part('hour')}:${part('minute')}`;
}

/** The time with the name of the time zone: "Tue 24 Nov, 18:00 (UTC)". A null `timeZone` means UTC. */
export function localDueText(at: string | Date, timeZone: string | null): string {
  return `${dueText(at, timeZone)} (${timeZone ?? 'UTC'})`;
}
