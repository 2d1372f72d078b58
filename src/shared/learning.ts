import { z } from 'zod';
import { difficulties } from './enums.ts';

/** A product of type session as the learner sees it: GET /api/coaching/sessions (S1 §3, D-33, D-42). */
export const coachingSessionView = z.object({
  id: z.int(),
  sessionNumber: z.int(),
  title: z.string(),
  description: z.string(),
  difficulty: z.enum(difficulties),
  category: z.string().nullable(),
  /** Minutes. */
  estimatedDuration: z.int().nullable(),
  prerequisites: z.string().nullable(),
  isPurchaseRequired: z.boolean(),
  /** Bought, granted or free (D-36, D-37). */
  owned: z.boolean(),
  /** May be opened now: owned, or one of the first two sessions (D-41). */
  accessible: z.boolean(),
  /** Null unless accessible. */
  content: z.string().nullable(),
  /** Null unless accessible. */
  videoUrl: z.string().nullable(),
});
export type CoachingSession = z.infer<typeof coachingSessionView>;

/** One session that the person has begun: GET /api/coaching/progress (S2 §3, §7). */
export const progressEntryView = z.object({
  sessionId: z.int(),
  status: z.enum(['in_progress', 'completed']),
});
export type ProgressEntry = z.infer<typeof progressEntryView>;
