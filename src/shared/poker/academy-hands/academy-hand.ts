/** A hand that the academy wrote to teach one thing. */
export type AcademyHand = {
  /** Never changes, because lessons and the demo data refer to it. */
  id: string;
  title: string;
  /** What the hand teaches, in the words of a coach. */
  lesson: string;
  /** The hero's decision that the hand is about, counted from 1; undefined if the hero has no decision. */
  decision?: number;
  /** In the notation of `buildHand`. */
  notation: string;
};
