import { dayMs } from '../durations.ts';
import type { StudyDay, Today } from './goals.ts';

/** Whether the user studied on a day. These days form the streak and are colored in the calendar. */
export function isStudied({
  completed = false,
  actualStudyTime = 0,
  sessionsCompleted = 0,
  drillsAnswered = 0,
  answersRead = 0,
}: Partial<StudyDay>): boolean {
  return completed || actualStudyTime + sessionsCompleted + drillsAnswered + answersRead > 0;
}

/** Days per week (Monday to Sunday) without study that do not break the streak. */
export const restDaysPerWeek = 2;

type Streak = Today['streak'];

/** Days since 1970-01-01, a Thursday. */
function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
}

/** Equal for all days of a week, Monday to Sunday. */
function weekNumber(day: number): number {
  return Math.floor((day + 3) / 7);
}

/** `length`: the number of studied days in the run. `from`: the first studied day of the run. */
type Run = { length: number; from: number };

/**
 * The unbroken run that ends on `end`. Going back, it continues until a week has more than `restDaysPerWeek` days
 * without study.
 * @param first - the earliest of all studied days
 */
function runUpTo(end: number, studied: ReadonlySet<number>, first: number): Run {
  const run = { length: 0, from: end };
  let week = Number.NaN;
  let rests = 0;
  for (let day = end; day >= first; day -= 1) {
    if (weekNumber(day) !== week) {
      week = weekNumber(day);
      rests = 0;
    }
    if (studied.has(day)) {
      run.length += 1;
      run.from = day;
    } else rests += 1;
    if (rests > restDaysPerWeek) break;
  }
  return run;
}

/**
 * The streak of a user who studied on `days`, all `YYYY-MM-DD` in the user's time zone. If the user has not studied
 * today, today does not break the streak. Days after today are ignored.
 */
export function streakOf(days: Iterable<string>, today: string): Streak {
  const now = dayNumber(today);
  const sorted = [...new Set([...days].map(dayNumber))].filter((day) => day <= now).sort((a, b) => a - b);
  const studied = new Set(sorted);
  const studiedToday = studied.has(now);
  const first = sorted[0];
  if (first === undefined) return { current: 0, best: 0, restDaysLeft: restDaysPerWeek, studiedToday };
  const { length: current, from } = runUpTo(studiedToday ? now : now - 1, studied, first);
  const best = sorted.reduce((most, day) => Math.max(most, runUpTo(day, studied, first).length), current);
  return {
    current,
    best,
    restDaysLeft: current > 0 ? restsLeft(studied, now, from) : restDaysPerWeek,
    studiedToday,
  };
}

/** Rest days left this week. Today and days before the streak began do not count as rest. */
function restsLeft(studied: ReadonlySet<number>, today: number, streakFrom: number): number {
  const monday = weekNumber(today) * 7 - 3;
  let left = restDaysPerWeek;
  for (let day = Math.max(monday, streakFrom); day < today; day += 1) if (!studied.has(day)) left -= 1;
  return left;
}
