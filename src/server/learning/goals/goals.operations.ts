import { dayText } from '../../../shared/day-text.ts';
import { goalLimits } from '../../../shared/learning/goal-limits.ts';
import type {
  GoalDay,
  GoalRange,
  Results,
  SaveGoalInput,
  StudyDay,
  Today,
} from '../../../shared/learning/goals.ts';
import { cashRate, tournamentRate } from '../../../shared/learning/poker-rates.ts';
import { resultsBand } from '../../../shared/learning/results-band.ts';
import { isStudied, streakOf } from '../../../shared/learning/streak.ts';
import { addDays, localDay, startOfDay } from '../../../shared/time-zone.ts';
import type { Actor } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { invalidField } from '../../errors.ts';
import { createDataLoader } from '../../platform/db/data-loader.ts';
import { type Db, inTransaction, type Trx } from '../../platform/db/database.ts';
import { changedRow, emptyRow, studiedRow } from './day-row.ts';
import {
  countDrillsByDay,
  findAnswerReveals,
  findDays,
  findDaysOn,
  findLastGoal,
  findResults,
  findStudyFigures,
  findTimeZone,
  findTimeZones,
  type GoalRow,
  lockGoals,
  saveDays,
  updateTimeZone,
} from './goals.queries.ts';

export const earliestDay = '2000-01-01';
const usualRangeDays = 30;

/** Stores the time zone in which the user's days begin and end. */
export async function setTimeZone(deps: Deps, actor: Actor, timeZone: string): Promise<{ timeZone: string }> {
  await updateTimeZone(deps.db, actor.userId, timeZone);
  return { timeZone };
}

/** The user's IANA time zone; null until a browser has sent it. */
export async function timeZoneOf(deps: Deps, actor: Actor): Promise<string | null> {
  return (await timeZoneByUser(deps.db, actor.userId)) ?? null;
}

/** Concurrent requests share a query. */
const timeZoneByUser = createDataLoader(findTimeZones);

async function todayOf(deps: Deps, actor: Actor): Promise<string> {
  return localDay(deps.now(), await timeZoneOf(deps, actor));
}

/**
 * GET /api/goals: the user's days that have data, earliest first.
 * @throws DomainError invalid_input for a range of more than `goalLimits.rangeDays` days
 */
export async function listDays(deps: Deps, actor: Actor, range: GoalRange): Promise<GoalDay[]> {
  const { from, to } = await boundsOf(deps, actor, range);
  return (await findDays(deps.db, actor.userId, from, to)).map(presentDay);
}

/** A user's activity on a day. It is counted at each request, not stored with the day's goal. */
type Activity = Pick<StudyDay, 'drillsAnswered' | 'answersRead'>;

/** The user's activity by day. Days without activity are absent. */
async function readActivity(
  deps: Deps,
  userId: string,
  { from, to }: { from: string; to: string },
  timeZone: string | null,
): Promise<Map<string, Activity>> {
  const [drills, reveals] = await Promise.all([
    countDrillsByDay(deps.db, userId, from, to),
    // The day stored with an answer is the date in the time zone that the user had then. In that time zone, a date
    // may begin up to 26 hours earlier than in `timeZone`.
    findAnswerReveals(deps.db, userId, startOfDay(addDays(from, -2), timeZone)),
  ]);
  const activity = new Map(drills.map(({ day, count }) => [day, { drillsAnswered: count, answersRead: 0 }]));
  for (const { at, day: storedDay } of reveals) {
    const day = storedDay ?? localDay(new Date(at), timeZone);
    if (day < from || day > to) continue;
    const { drillsAnswered, answersRead } = activity.get(day) ?? noActivity;
    activity.set(day, { drillsAnswered, answersRead: answersRead + 1 });
  }
  return activity;
}

const noActivity: Activity = { drillsAnswered: 0, answersRead: 0 };

/**
 * The user's days that have data or activity, earliest first. A day that has only activity shows the study goal of the
 * latest earlier day with a goal. Saving the day would store this goal.
 * @throws DomainError invalid_input for a range that `listDays` rejects
 */
export async function listStudyDays(deps: Deps, actor: Actor, range: GoalRange): Promise<StudyDay[]> {
  const { userId } = actor;
  const { from, to } = await boundsOf(deps, actor, range);
  const timeZone = await timeZoneOf(deps, actor);
  const [rows, activity, goalBefore] = await Promise.all([
    findDays(deps.db, userId, from, to),
    readActivity(deps, userId, { from, to }, timeZone),
    findLastGoal(deps.db, userId, from),
  ]);
  const stored = new Map(rows.map((row) => [row.date, row]));
  let goal = goalBefore;
  return [...new Set([...stored.keys(), ...activity.keys()])].sort().map((date) => {
    const row = stored.get(date) ?? emptyRow(userId, date, goal);
    goal = row.study_time_goal ?? goal;
    return { ...presentDay(row), ...(activity.get(date) ?? noActivity) };
  });
}

/** The days of a range on which the user studied. */
async function findStudiedDays(
  deps: Deps,
  userId: string,
  range: { from: string; to: string },
  timeZone: string | null,
): Promise<string[]> {
  const [figures, activity] = await Promise.all([
    findStudyFigures(deps.db, userId, range.from, range.to),
    readActivity(deps, userId, range, timeZone),
  ]);
  const ofDay = new Map(figures.map((each) => [each.date, each]));
  const dates = new Set([...ofDay.keys(), ...activity.keys()]);
  return [...dates].filter((date) => isStudied({ ...ofDay.get(date), ...activity.get(date) }));
}

async function longestRange(deps: Deps, actor: Actor): Promise<{ from: string; to: string }> {
  const to = await todayOf(deps, actor);
  return { from: addDays(to, -(goalLimits.rangeDays - 1)), to };
}

async function boundsOf(deps: Deps, actor: Actor, range: GoalRange): Promise<{ from: string; to: string }> {
  const to =
    range?.to ?? (range?.from ? addDays(range.from, goalLimits.rangeDays - 1) : await todayOf(deps, actor));
  const from = range?.from ?? addDays(to, -(usualRangeDays - 1));
  if (addDays(from, goalLimits.rangeDays) <= to) {
    throw invalidField('from', `Please ask for at most ${goalLimits.rangeDays} days`);
  }
  return { from, to };
}

/** The Today card: the day and the streak. */
export async function getToday(deps: Deps, actor: Actor): Promise<Today> {
  const timeZone = await timeZoneOf(deps, actor);
  const date = localDay(deps.now(), timeZone);
  const [day, studied] = await Promise.all([
    getDay(deps, actor, date),
    findStudiedDays(deps, actor.userId, { from: addDays(date, -goalLimits.rangeDays), to: date }, timeZone),
  ]);
  return { timeZone, day, streak: streakOf(studied, date) };
}

/** A day as its form shows it. If nothing is stored for the day, it has the study goal of the latest earlier day. */
export async function getDay(deps: Deps, actor: Actor, date: string): Promise<GoalDay> {
  return presentDay(await storedOrNewDay(deps.db, actor.userId, date));
}

/**
 * PUT /api/goals/{date}: changes only the given fields. Computes whether the goal is reached, unless the user has
 * marked the day as completed or not completed. A cleared study goal is stored as 0 if an earlier day has a goal, which
 * new days would otherwise start with again.
 * @throws DomainError invalid_input for days before 2000 or more than `goalLimits.daysAhead` days ahead
 */
export async function saveDay(deps: Deps, actor: Actor, input: SaveGoalInput): Promise<GoalDay> {
  assertDay(input.date, await todayOf(deps, actor));
  const saved = await inTransaction(deps.db, (trx) => changeDay(trx, actor.userId, input, deps.now()));
  return presentDay(saved);
}

/** Sets today's study goal, in minutes, in the caller's transaction. New days begin with this goal. */
export async function setDailyGoal(trx: Trx, userId: string, minutes: number, now: Date): Promise<void> {
  const date = localDay(now, await findTimeZone(trx, userId));
  await changeDay(trx, userId, { date, studyTimeGoal: minutes }, now);
}

async function changeDay(trx: Trx, userId: string, input: SaveGoalInput, now: Date): Promise<GoalRow> {
  await lockGoals(trx, userId);
  const isCleared = input.studyTimeGoal === null && (await findLastGoal(trx, userId, input.date)) !== null;
  const changes = isCleared ? { ...input, studyTimeGoal: 0 } : input;
  const saved = changedRow(await storedOrNewDay(trx, userId, input.date), changes, now);
  await saveDays(trx, [saved]);
  await recordEvent(trx, 'goal_saved', { userId, properties: {}, at: now });
  return saved;
}

/** The stored day; if there is none, a new day with the last study goal. */
async function storedOrNewDay(db: Db | Trx, userId: string, date: string): Promise<GoalRow> {
  const [row] = await findDaysOn(db, userId, [date]);
  return row ?? emptyRow(userId, date, await findLastGoal(db, userId, date));
}

function assertDay(date: string, today: string): void {
  const last = addDays(today, goalLimits.daysAhead);
  if (date >= earliestDay && date <= last) return;
  throw invalidField('date', `Choose a day from ${dayText(earliestDay)} to ${dayText(last)}`);
}

/**
 * Adds study time and a completed session to the user's current day at `now`, or subtracts a session whose completion
 * is undone. Undoing a completion from an earlier day changes no day's count. Call this function in the transaction
 * that writes the progress.
 * @param counted - `takenBackFrom`: the time of the completion that is undone; null if no completion is undone
 */
export async function countStudy(
  trx: Trx,
  userId: string,
  counted: { seconds: number; completed: boolean; takenBackFrom: string | null },
  now: Date,
): Promise<void> {
  if (counted.seconds === 0 && !counted.completed && counted.takenBackFrom === null) return;
  const timeZone = await findTimeZone(trx, userId);
  const date = localDay(now, timeZone);
  const isOfToday =
    counted.takenBackFrom !== null && localDay(new Date(counted.takenBackFrom), timeZone) === date;
  const sessions = (counted.completed ? 1 : 0) - (isOfToday ? 1 : 0);
  await lockGoals(trx, userId);
  const before = await storedOrNewDay(trx, userId, date);
  await saveDays(trx, [studiedRow(before, counted.seconds, sessions, now)]);
}

/** Statistics of the results in a range, by default the last `goalLimits.rangeDays` days. */
export async function getResults(deps: Deps, actor: Actor, range: GoalRange): Promise<Results> {
  const { from, to } = range ? await boundsOf(deps, actor, range) : await longestRange(deps, actor);
  const days = await findResults(deps.db, actor.userId, from, to);
  return { ...resultsBand(days), cash: cashRate(days), tournaments: tournamentRate(days) };
}

export function presentDay(row: GoalRow): GoalDay {
  return {
    date: row.date,
    studyTimeGoal: row.study_time_goal,
    actualStudyTime: row.actual_study_time,
    sessionsCompleted: row.sessions_completed,
    handsPlayed: row.hands_played,
    winLoss: row.win_loss_cents,
    bigBlind: row.big_blind_cents,
    tournaments: row.tournaments,
    buyIns: row.buy_ins_cents,
    mood: row.mood,
    notes: row.notes,
    completed: row.completed,
    completedForced: row.completed_forced,
  };
}
