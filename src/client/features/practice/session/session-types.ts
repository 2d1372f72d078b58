import type { DrillView } from '../../../../shared/practice/drills.ts';

/** The page that a practice session links back to. */
export type SessionBack = { to: '/practice' | '/practice/$deck'; params?: { deck: string }; label: string };

export type GivenAnswer = {
  drill: DrillView;
  attemptId: string;
  chosen: number;
  /** When the answer was given, in milliseconds of this browser's clock. */
  at: number;
};
