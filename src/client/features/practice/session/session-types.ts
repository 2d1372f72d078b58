import type { DrillView } from '../../../../shared/practice/drills.ts';

/** Where a session leads back to. */
export type SessionBack = { to: '/practice' | '/practice/$deck'; params?: { deck: string }; label: string };

/** What the student answered. */
export type Given = {
  drill: DrillView;
  tryId: string;
  chosen: number;
  /** Milliseconds of this browser's clock. */
  at: number;
};
