/** A hand that the academy wrote to teach one thing. */
export type AcademyHand = {
  /** Never changes: places link to it. */
  id: string;
  title: string;
  /** What the hand teaches, as a coach says it. */
  lesson: string;
  /** Which of the hero's decisions the hand is about, counted from 1; none where the hero has none. */
  decision?: number;
  /** In the notation of `buildHand`. */
  notation: string;
};
