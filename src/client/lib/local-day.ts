/**
 * When a day (`YYYY-MM-DD`) begins in this browser's time zone: at midnight, or at 01:00 if clocks are advanced at
 * midnight. The result is an invalid `Date` for text that is not a day.
 */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

/** The midnight at which a day (`YYYY-MM-DD`) ends: 23 or 25 hours after the start on a day when clocks change. */
export function endOfDay(day: string): Date {
  const end = startOfDay(day);
  end.setDate(end.getDate() + 1);
  end.setHours(0, 0, 0, 0);
  return end;
}
