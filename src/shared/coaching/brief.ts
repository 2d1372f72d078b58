import { z } from 'zod';
import { subscriptionPlans } from '../enums.ts';
import { studyProfileInput } from '../learning/study-profile.ts';
import { pageView } from '../paging.ts';
import { leakSchema } from '../practice/option-schemas.ts';
import { homeworkView } from './homework.ts';
import { questionStatuses } from './question-status.ts';

/** The blocks of a brief, in the order of the page. `defaultOn: false` hides a block until the student shows it. */
export const briefBlocks = {
  goals: { title: 'Goal and game', defaultOn: true },
  study: { title: 'The last four weeks', defaultOn: true },
  finished: { title: 'Finished', defaultOn: true },
  leaks: { title: 'Leaks to work on', defaultOn: true },
  questions: { title: 'Questions', defaultOn: true },
  homework: { title: 'Homework', defaultOn: true },
  hands: { title: 'Newest hands', defaultOn: false },
  results: { title: 'Stakes and results', defaultOn: false },
} as const;
export type BriefBlock = keyof typeof briefBlocks;
export const briefBlockNames = Object.keys(briefBlocks) as BriefBlock[];

export const briefBounds = {
  weeks: 4,
  /** The lists of hands, of questions and of finished material show at most this many rows, the newest. */
  rows: 5,
  leaks: 3,
  /** The results of this many days are shown. */
  resultDays: 365,
  /** A coach can open a student's brief for this many days after the coach answered a question of the student. */
  coachedDays: 180,
  pageSize: 30,
} as const;

const weekView = z.object({
  /** The first of the week's seven days, `YYYY-MM-DD`; the newest week ends today. */
  from: z.string(),
  studyMinutes: z.int(),
  sessions: z.int(),
  drills: z.int(),
  /** As entered by the student. */
  handsPlayed: z.int(),
});

/** Blocks that the student does not show are absent. */
const blocksView = z.object({
  /** Null until the student has answered or skipped the questions about the study profile. */
  goals: studyProfileInput.omit({ stakes: true }).nullable().optional(),
  study: z.array(weekView).optional(),
  finished: z
    .array(z.object({ kind: z.enum(['session', 'pdf', 'plan']), title: z.string(), at: z.string() }))
    .optional(),
  /**
   * The leaks to work on first: how often each was observed, in drills or by a coach (`seen`), and how well the student
   * handles it, in percent, now and four weeks ago.
   */
  leaks: z
    .array(z.object({ leak: leakSchema, seen: z.int(), percent: z.int(), percentBefore: z.int().nullable() }))
    .optional(),
  questions: z
    .array(
      z.object({
        id: z.string(),
        status: z.enum(questionStatuses),
        thought: z.string(),
        leak: leakSchema.nullable(),
        queuedAt: z.string(),
      }),
    )
    .optional(),
  homework: z
    .array(
      homeworkView.extend({
        /** The coach who opened the brief can still withdraw this homework. */
        isRemovable: z.boolean(),
      }),
    )
    .optional(),
  /** Hands of the last four weeks, each as one line without stakes and result. */
  hands: z.array(z.object({ id: z.string(), line: z.string() })).optional(),
  results: z
    .object({
      stakes: studyProfileInput.shape.stakes,
      days: z.int(),
      hands: z.int(),
      /** US cents. */
      total: z.int(),
      /** Whether luck can explain the total, as a sentence. */
      sentence: z.string(),
    })
    .optional(),
});
export type BriefBlocks = z.infer<typeof blocksView>;

export const briefView = z.object({
  /** First name and initial of the last name. */
  name: z.string(),
  plan: z.enum(subscriptionPlans),
  /** Today in the student's time zone. */
  day: z.string(),
  blocks: blocksView,
});
export type Brief = z.infer<typeof briefView>;

const briefSharesView = z.record(z.enum(briefBlockNames), z.boolean());
export type BriefShares = z.infer<typeof briefSharesView>;

/** The student's own brief with all blocks, and which of them coaches see. */
export const ownBriefView = z.object({ brief: briefView, shares: briefSharesView });

export const setShareInput = z.object({
  block: z.enum(briefBlockNames, { error: 'Unknown block of the brief' }),
  isShown: z.boolean(),
});

export const studentIdInput = z.object({ studentId: z.uuid('Unknown student') });

const studentView = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(subscriptionPlans),
  /** Whether this coach has claimed a question of the student and not answered it yet. */
  isWaiting: z.boolean(),
  /** When the coach last answered or claimed a question of the student. */
  lastAt: z.string(),
});
export type StudentItem = z.infer<typeof studentView>;
export const studentListView = pageView(studentView);
