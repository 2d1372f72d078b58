import type { z } from 'zod';
import type { attachedHandView } from '../../../../shared/hands/hands.ts';
import { positionOf } from '../../../../shared/learning/note-position.ts';
import type { Note } from '../../../../shared/learning/notes.ts';
import { lineStart } from '../../../../shared/poker/hand-line.ts';

/** A hand that is attached to a second of a video or to a page of a PDF. */
export type HandMark = {
  key: string;
  handId: string;
  /** Second of the video, or page of the PDF. */
  at: number;
  title: string;
  line: string;
  /**
   * The academy's hands open in guess mode, which asks for each decision of the hero before it shows the action. The
   * user's own hands open whole, because the user knows them.
   */
  startMode: 'guess' | 'whole';
};

type AttachedHand = z.infer<typeof attachedHandView>;

export function markOfAttached(hand: AttachedHand, at: number): HandMark {
  return {
    key: hand.id,
    handId: hand.handId,
    at,
    title: hand.caption || hand.title || 'A hand',
    line: hand.line,
    startMode: 'guess',
  };
}

/** @returns undefined for a note without a hand */
export function markOfNote({ id, hand, place }: Note): HandMark | undefined {
  if (!hand) return undefined;
  return {
    key: id,
    handId: hand.id,
    at: positionOf(place) ?? 0,
    title: hand.title || 'Your hand',
    line: lineStart(hand.line),
    startMode: 'whole',
  };
}

/** The hands of the notes that have a position. */
export function marksOfNotes(notes: readonly Note[]): HandMark[] {
  return notes
    .filter(({ place }) => positionOf(place) !== undefined)
    .map(markOfNote)
    .filter((mark) => mark !== undefined);
}

export const byPosition = (one: HandMark, other: HandMark) => one.at - other.at;

/** The mark closest to a position; of two at the same distance, the earlier one. */
export function nearestMark(marks: readonly HandMark[], position: number): HandMark | undefined {
  const distance = ({ at }: HandMark) => Math.abs(at - position);
  const [nearest] = marks.toSorted((one, other) => distance(one) - distance(other) || byPosition(one, other));
  return nearest;
}

/** The last mark at `position` or at most `span` before it. */
export function currentMark(
  marks: readonly HandMark[],
  position: number,
  span: number,
): HandMark | undefined {
  return marks.toSorted(byPosition).findLast(({ at }) => at <= position && position <= at + span);
}
