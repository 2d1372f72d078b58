import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';

/** The kinds of learning material. A session is identified by its product id, a coaching plan by its number. */
export const materialKinds = ['session', 'plan'] as const;
export type MaterialKind = (typeof materialKinds)[number];

export const learnerFilters = ['all', 'finished', 'unfinished'] as const;
export type LearnerFilter = (typeof learnerFilters)[number];

const learningMaterialView = z.object({
  kind: z.enum(materialKinds),
  id: z.int(),
  /** The number of the session or the coaching plan. */
  number: z.int(),
  title: z.string(),
  /** How many students opened it, and how many of them finished it. */
  opened: z.int(),
  finished: z.int(),
});
export type LearningMaterial = z.infer<typeof learningMaterialView>;

/** All sessions, then all coaching plans. The counts are at most a minute old. */
export const learningMaterialsView = z.array(learningMaterialView);

export const learnersInput = z.object({
  kind: z.enum(materialKinds, { error: 'Choose a session or a coaching plan' }),
  id: z.int('Unknown session or coaching plan'),
  show: z.enum(learnerFilters).default('all'),
  cursor: cursorInput,
});
export type LearnersInput = z.infer<typeof learnersInput>;

const learnerView = z.object({
  userId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  openedAt: z.string(),
  finishedAt: z.string().nullable(),
  lastAt: z.string(),
  /** Seconds spent on a session; null for a coaching plan. */
  timeSpent: z.int().nullable(),
  /** The last page reached in a coaching plan; null for a session, and for a plan that was only downloaded. */
  page: z.int().nullable(),
  pageCount: z.int().nullable(),
});
export type Learner = z.infer<typeof learnerView>;

/** The students who opened the material, most recently active first. */
export const learnersView = pageView(learnerView);
export type Learners = z.infer<typeof learnersView>;
