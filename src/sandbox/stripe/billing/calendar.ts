import type { Recurrence } from '../resources/prices.ts';

const day = 24 * 60 * 60;
const longest: Record<Recurrence['interval'], number> = {
  day,
  week: 7 * day,
  month: 31 * day,
  year: 366 * day,
};

/** Adds months to `anchor` in UTC. A day that the month does not have becomes its last day, as at Stripe. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const first = new Date(date);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return first.getTime() / 1000;
}

function add(anchor: number, { interval, count }: Recurrence, times: number): number {
  const steps = times * count;
  if (interval === 'day' || interval === 'week') return anchor + steps * longest[interval];
  return addMonths(anchor, interval === 'month' ? steps : 12 * steps);
}

/** The first period end after `after`, in seconds. Periods are counted from `anchor`, so 31 January stays the 31st. */
export function nextBoundary(anchor: number, after: number, recurrence: Recurrence): number {
  let times = Math.max(1, Math.floor((after - anchor) / (longest[recurrence.interval] * recurrence.count)));
  while (add(anchor, recurrence, times) <= after) times += 1;
  return add(anchor, recurrence, times);
}
