/**
 * Whether it is an IANA name that the runtime knows. Offsets such as `+02:00` are rejected, because they have no
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

/** The calendar day, `YYYY-MM-DD`, at `instant` in that time zone; null means UTC. */
export function localDay(instant: Date, timeZone: string | null): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timeZone ?? 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The day that is `days` after `day`; both `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The first instant of a calendar day, `YYYY-MM-DD`, in that time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const hours = 60 * 60 * 1_000;
  // No time zone is further from UTC.
  let [before, begun] = [utc - 15 * hours, utc + 15 * hours];
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (localDay(new Date(middle), timeZone) < day) before = middle;
    else begun = middle;
  }
  return new Date(begun);
}
