import { z } from 'zod';
import { calendarDay, optionalText, timeZoneSchema } from '../text-schemas.ts';
import { goalLimits } from './goal-limits.ts';

/** One local day of a user. Null means "not entered", which differs from 0. */
export const goalDayView = z.object({
  /** `YYYY-MM-DD` in the user's time zone. */
  date: z.string(),
  /** Minutes. */
  studyTimeGoal: z.int().nullable(),
  /** Minutes, including those that the academy counts itself. */
  actualStudyTime: z.int(),
  sessionsCompleted: z.int(),
  handsPlayed: z.int().nullable(),
  /** Signed US cents. */
  winLoss: z.int().nullable(),
  /** The big blind in US cents, for a day of cash games. */
  bigBlind: z.int().nullable(),
  tournaments: z.int().nullable(),
  /** US cents for all tournaments, including fees and re-entries. */
  buyIns: z.int().nullable(),
  /** 1 (bad) to 5 (good). */
  mood: z.int().nullable(),
  notes: z.string().nullable(),
  /** Whether the day is completed: what the user set or, if nothing is set, whether the goal was reached. */
  completed: z.boolean(),
  /** Set by the user; null if computed. */
  completedForced: z.boolean().nullable(),
});
export type GoalDay = z.infer<typeof goalDayView>;

/** A day with what the academy itself recorded on it. */
export const studyDayView = goalDayView.extend({
  /** Answers to drills, without those that the user took back. */
  drillsAnswered: z.int(),
  /** Coaches' answers that the user opened for the first time on this day. */
  answersRead: z.int(),
});
export type StudyDay = z.infer<typeof studyDayView>;

const day = calendarDay('Enter a date such as 2026-11-21');
const minutes = z
  .int('Enter whole minutes')
  .min(0, 'Minutes cannot be negative')
  .max(24 * 60, 'A day has 1,440 minutes');
const count = (max: number) =>
  z.int('Enter a whole number').min(0, 'This cannot be negative').max(max, `Enter at most ${max}`);

/** The fields of a day that the user enters. Omitted fields are unchanged; null clears a field. */
export const goalFields = {
  studyTimeGoal: minutes.nullish(),
  /** The day's total in minutes. Replaces what was counted so far; later study in the academy is added to it. */
  actualStudyTime: minutes.optional(),
  sessionsCompleted: count(1_000).optional(),
  handsPlayed: count(1_000_000).nullish(),
  winLoss: z
    .int('Enter whole cents')
    .min(-10_000_000_000, 'This amount is too large')
    .max(10_000_000_000, 'This amount is too large')
    .nullish(),
  bigBlind: z
    .int('Enter whole cents')
    .min(1, 'The big blind must be above 0')
    .max(100_000_000, 'This amount is too large')
    .nullish(),
  tournaments: count(10_000).nullish(),
  buyIns: z
    .int('Enter whole cents')
    .min(0, 'Buy-ins cannot be negative')
    .max(10_000_000_000, 'This amount is too large')
    .nullish(),
  mood: z.int('Choose 1 to 5').min(1, 'Choose 1 to 5').max(5, 'Choose 1 to 5').nullish(),
  notes: optionalText(goalLimits.notesMaxLength).nullish(),
};

/** PUT /api/goals/{YYYY-MM-DD}. `completed`: true or false overrides the computed value, null restores it. */
export const saveGoalInput = z.object({ date: day, ...goalFields, completed: z.boolean().nullish() });
export type SaveGoalInput = z.infer<typeof saveGoalInput>;

export const goalDayInput = z.object({ date: day });

/** Without bounds: the last 30 days up to today in the user's time zone. */
export const goalRangeInput = z
  .object({ from: day.optional(), to: day.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: 'The first day must not be after the last',
    path: ['from'],
  })
  .optional();
export type GoalRange = z.infer<typeof goalRangeInput>;

const streakView = z.object({
  /** Days studied in the streak that has not ended yet. */
  current: z.int(),
  best: z.int(),
  /** The number of further days of this week (Monday to Sunday) on which the user can rest and keep the streak. */
  restDaysLeft: z.int(),
  studiedToday: z.boolean(),
});

/** The Today card. Without a `timeZone`, days are counted in UTC. */
export const todayView = z.object({
  timeZone: z.string().nullable(),
  day: goalDayView,
  streak: streakView,
});
export type Today = z.infer<typeof todayView>;

export const timeZoneInput = z.object({
  /** IANA name as reported by the browser, such as `Europe/Amsterdam`. */
  timeZone: timeZoneSchema('Unknown time zone'),
});

/**
 * Statistics of daily results, and whether luck can explain them (shared/learning/results-band.ts). `low` and `high`
 * bound the 95% confidence interval of a rate; both are null for fewer than two days.
 */
export const resultsView = z.object({
  /** Days with a result. */
  days: z.int(),
  hands: z.int(),
  /** Signed US cents. */
  total: z.int(),
  verdict: z.enum(['nothing', 'too_few', 'within_luck', 'beyond_luck']),
  /** The verdict as a sentence for the user. */
  sentence: z.string(),
  /** Based on days with a big blind, hands and a result, but no buy-ins. */
  cash: z
    .object({ hands: z.int(), bbPer100: z.number(), low: z.number().nullable(), high: z.number().nullable() })
    .nullable(),
  /** Based on days with buy-ins and a result, but no big blind. Rates are fractions, such as 0.25 for 25%. */
  tournaments: z
    .object({
      count: z.int().nullable(),
      buyIns: z.int(),
      roi: z.number(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    })
    .nullable(),
  points: z.array(
    z.object({
      date: z.string(),
      total: z.int(),
      /**
       * Of 100 break-even players with the same daily standard deviation, 95 would have a total between `luckLow` and
       * `luckHigh`. Both are null for a single day.
       */
      luckLow: z.number().nullable(),
      luckHigh: z.number().nullable(),
    }),
  ),
});
export type Results = z.infer<typeof resultsView>;

export const importGoalsInput = z.object({
  csv: z.string().min(1, 'The file is empty').max(goalLimits.importMaxLength, 'This file is too large'),
});

/** Either all lines were imported, or `errors` names lines to correct and nothing was imported. */
export const importGoalsView = z.object({
  imported: z.int(),
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
});
export type ImportGoalsResult = z.infer<typeof importGoalsView>;
