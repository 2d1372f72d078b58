import { z } from 'zod';
import { pageView } from '../paging.ts';
import { handSchema } from '../poker/hand.ts';
import { handLimits } from '../poker/hand-limits.ts';
import { calendarDay, requiredLine, requiredText } from '../text-schemas.ts';
import { hasRightOption, maxOptions, rightFrom } from './drill-rules.ts';
import { leakSchema, optionSchema } from './option-schemas.ts';

export const dailyBounds = {
  questionLength: 160,
  reasonLength: 4_000,
  /** A decision is not shown again for this many days. */
  daysBetweenRepeats: 180,
  /** Days of the coach's plan, including today. */
  plannedDays: 15,
  /**
   * Coaches see a warning if at most this many days in a row, beginning with today, have a hand. They get an email if
   * one of the `fewDays` days after today has none.
   */
  fewDays: 4,
  /**
   * How many past days can be opened by everyone who may see the hand of the day. Members, coaches and admins can open
   * older ones.
   */
  openArchiveDays: 30,
  archivePage: 30,
  /** The maximum number of visitors with the same IP address who can answer on a day. */
  visitorsPerIp: 500,
} as const;

const day = calendarDay('Choose a day');

/** Omit `day` for today. */
export const dailyInput = z.object({ day: day.optional() });

const choice = z.coerce
  .number('Choose an option')
  .int('Choose an option')
  .min(0, 'Choose an option')
  .max(maxOptions - 1, 'Choose an option');

export const dailyAnswerInput = z.object({ day, choice });

const dailyAnswerView = z.object({
  /** The option that the user chose; null without an answer, and for visitors after the day has ended. */
  choice: z.int().nullable(),
  /** In the order of the choices. */
  options: z.array(optionSchema),
  reason: z.string(),
  leak: leakSchema.nullable(),
  /** Percent of all answers, in the order of the choices; null with fewer answers than `answersForShares`. */
  shares: z.array(z.int()).nullable(),
  answers: z.int(),
  /** The whole hand. */
  hand: handSchema,
  /** The id of the hand, for users and if the hand is public: it then has a page of its own. */
  handId: z.string().optional(),
  /** The session that teaches the decision. */
  session: z.object({ id: z.int(), title: z.string(), priceCents: z.int(), isFree: z.boolean() }).nullable(),
});
export type DailyAnswer = z.infer<typeof dailyAnswerView>;

export const dailyView = z.object({
  day: z.string(),
  /** Only the hand of today can be answered. */
  isToday: z.boolean(),
  question: z.string(),
  choices: z.array(z.string()),
  /** The hand up to the decision. */
  hand: handSchema,
  /** Null until the user has answered or the day has ended. */
  answer: dailyAnswerView.nullable(),
  /** The previous day with a hand; null if there is none, or the user cannot open it. */
  previousDay: z.string().nullable(),
});
export type DailyView = z.infer<typeof dailyView>;

/** The response to an answer. */
export const answeredDailyView = z.object({ answer: dailyAnswerView });

const archivedDayView = z.object({
  day: z.string(),
  question: z.string(),
  /** The position of the hero. */
  position: z.string().nullable(),
});
export type ArchivedDay = z.infer<typeof archivedDayView>;
export const dailyArchiveView = pageView(archivedDayView);

/** `updatedAt` of the hand that the coach saw; null if the day had no hand. */
const seenAt = z.iso.datetime({ offset: true, error: 'Load the plan again' }).nullable();
const updatedAt = seenAt.default(null);

export const saveDailyInput = z.object({
  day,
  handId: z.uuid('Choose a hand'),
  /** Index of the decision in the actions of the hand. */
  atAction: z
    .int('Choose a decision')
    .min(0, 'Choose a decision')
    .max(handLimits.actions, 'Choose a decision'),
  question: requiredLine('Enter the question', dailyBounds.questionLength),
  options: z
    .array(optionSchema)
    .min(2, 'Name at least 2 options')
    .max(maxOptions, `Name at most ${maxOptions} options`)
    .superRefine((options, context) => {
      const problem = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message });
      for (const [index, { label }] of options.entries()) {
        const isSame = (other: { label: string }) => other.label.toLowerCase() === label.toLowerCase();
        if (options.findIndex(isSame) < index) problem([index, 'label'], 'Two options have the same name');
      }
      if (options.length > 0 && !hasRightOption(options)) {
        problem([0, 'weight'], `At least one option must be right, with ${rightFrom} or more`);
      }
    }),
  reason: requiredText('Write the reason', dailyBounds.reasonLength),
  leak: leakSchema.nullable().default(null),
  productId: z.int().min(1).nullable().default(null),
  updatedAt,
});
export type SaveDailyInput = z.infer<typeof saveDailyInput>;

export const moveDailyInput = z.object({
  day,
  to: day,
  updatedAt,
  /** `updatedAt` of the hand planned for `to`. Not checked if omitted. */
  toUpdatedAt: seenAt.optional(),
});
export const removeDailyInput = z.object({ day, updatedAt });

const plannedDayView = z.object({
  day: z.string(),
  /** Null for a day without a hand. */
  spot: z
    .object({
      handId: z.string(),
      handTitle: z.string().nullable(),
      line: z.string(),
      atAction: z.int(),
      question: z.string(),
      options: z.array(optionSchema),
      reason: z.string(),
      leak: leakSchema.nullable(),
      productId: z.int().nullable(),
      answers: z.int(),
      updatedAt: z.string(),
    })
    .nullable(),
});
export type PlannedDay = z.infer<typeof plannedDayView>;

export const dailyPlanView = z.object({
  /** The days from today on. The hand of today can no longer be changed. */
  days: z.array(plannedDayView),
  /** The number of consecutive days with a hand, beginning with today. */
  planned: z.int(),
});

/** The academy's hands and sessions that a hand of the day can use. */
export const dailyMaterialView = z.object({
  hands: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      line: z.string(),
      decisions: z.array(z.object({ atAction: z.int(), label: z.string() })),
    }),
  ),
  sessions: z.array(z.object({ id: z.int(), title: z.string() })),
});
export type DailyMaterial = z.infer<typeof dailyMaterialView>;
