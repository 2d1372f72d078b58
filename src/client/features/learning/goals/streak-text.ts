import type { Today } from '../../../../shared/learning/goals.ts';

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** What was reached and what may still be rested; nothing about what was missed. */
export function streakText({ current, best, restDaysLeft }: Today['streak']): string {
  if (current === 0) return 'Study today and a streak begins. Two rest days a week are part of it.';
  const record = best > current ? `, your best is ${best}` : '';
  const rest =
    restDaysLeft === 0
      ? 'Both rest days of this week are taken.'
      : `${days(restDaysLeft).replace('day', 'rest day')} left this week.`;
  return `Streak of ${days(current)}${record}. ${rest}`;
}
