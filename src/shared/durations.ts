/** Milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The same time so many months later, in UTC; on the last day of a month that is too short. Negative: earlier. */
export function addMonths(moment: Date, months: number): Date {
  const day = moment.getUTCDate();
  const result = new Date(moment);
  result.setUTCMonth(result.getUTCMonth() + months);
  // JavaScript makes January 31 plus one month March 3.
  if (result.getUTCDate() !== day) result.setUTCDate(0);
  return result;
}
