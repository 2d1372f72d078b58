import { z } from 'zod';
import { plainNumber } from '../../../../shared/digit-groups.ts';
import {
  centsToDollarsInput,
  isFinerThanCents,
  parseSignedDollars,
} from '../../../../shared/dollar-input.ts';
import { type GoalDay, goalFields, type SaveGoalInput } from '../../../../shared/learning/goals.ts';

/** The values of a day's form, all as text. */
export type GoalDraft = Record<
  | 'studyTimeGoal'
  | 'actualStudyTime'
  | 'sessionsCompleted'
  | 'handsPlayed'
  | 'winLoss'
  | 'bigBlind'
  | 'tournaments'
  | 'buyIns'
  | 'mood'
  | 'notes'
  | 'completed',
  string
>;

const textOf = (value: number | null) => (value === null ? '' : String(value));
const dollarsOf = (cents: number | null) => (cents === null ? '' : centsToDollarsInput(cents));

export function goalDraftOf(day: GoalDay): GoalDraft {
  return {
    // 0 and null are both no goal.
    studyTimeGoal: textOf(day.studyTimeGoal || null),
    actualStudyTime: textOf(day.actualStudyTime),
    sessionsCompleted: textOf(day.sessionsCompleted),
    handsPlayed: textOf(day.handsPlayed),
    winLoss: dollarsOf(day.winLoss),
    bigBlind: dollarsOf(day.bigBlind),
    tournaments: textOf(day.tournaments),
    buyIns: dollarsOf(day.buyIns),
    mood: textOf(day.mood),
    notes: day.notes ?? '',
    completed: day.completedForced === null ? 'computed' : day.completedForced ? 'yes' : 'no',
  };
}

const wholeNumber = z.string().transform((text, context) => {
  const digits = plainNumber(text.trim());
  if (digits === '') return null;
  if (/^\d{1,9}$/.test(digits)) return Number(digits);
  context.addIssue({ code: 'custom', message: 'Enter a whole number' });
  return z.NEVER;
});

const wholeNumberOrZero = wholeNumber.transform((value) => value ?? 0);

const dollars = z.string().transform((text, context) => {
  if (text.trim() === '') return null;
  if (isFinerThanCents(text)) {
    context.addIssue({ code: 'custom', message: 'Enter at most two decimal places, such as -12.35' });
    return z.NEVER;
  }
  const cents = parseSignedDollars(text);
  if (cents !== undefined) return cents;
  context.addIssue({ code: 'custom', message: 'Enter an amount in dollars, such as 25 or -12.50' });
  return z.NEVER;
});

const completions = { computed: null, yes: true, no: false } as const;

/** Parses the text fields and applies the server's limits. */
export const goalDraftSchema = z.object({
  studyTimeGoal: wholeNumber.pipe(goalFields.studyTimeGoal.unwrap()),
  actualStudyTime: wholeNumberOrZero.pipe(goalFields.actualStudyTime.unwrap()),
  sessionsCompleted: wholeNumberOrZero.pipe(goalFields.sessionsCompleted.unwrap()),
  handsPlayed: wholeNumber.pipe(goalFields.handsPlayed.unwrap()),
  winLoss: dollars.pipe(goalFields.winLoss.unwrap()),
  bigBlind: dollars.pipe(goalFields.bigBlind.unwrap()),
  tournaments: wholeNumber.pipe(goalFields.tournaments.unwrap()),
  buyIns: dollars.pipe(goalFields.buyIns.unwrap()),
  mood: wholeNumber.pipe(goalFields.mood.unwrap()),
  notes: z.string().pipe(goalFields.notes.unwrap().unwrap()),
  completed: z.enum(['computed', 'yes', 'no']).transform((choice): boolean | null => completions[choice]),
});

/** Returns only changed values, so that study minutes counted in the meantime are not overwritten. */
export function changedGoal(
  date: string,
  before: GoalDraft,
  after: GoalDraft,
  values: z.output<typeof goalDraftSchema>,
): SaveGoalInput {
  const changed = Object.entries(values).filter(
    ([name]) => Reflect.get(before, name) !== Reflect.get(after, name),
  );
  return { date, ...Object.fromEntries(changed) };
}
