import { useMemo } from 'react';
import type { Note, NoteResource } from '../../../shared/learning/notes.ts';
import { trpc } from '../../trpc.ts';
import { byPosition, type HandMark, markOfAttached, marksOfNotes } from '../hands/marks/hand-marks.ts';

/** The academy's hands attached to positions in a session or PDF, and the hands in the user's notes on it. */
export function useHandMarks(
  { kind, id }: NoteResource,
  notes: readonly Note[] | undefined,
): readonly HandMark[] {
  const { data: attached } = trpc.hands.listAttached.useQuery({ kind, id });
  return useMemo(() => {
    const attachedMarks = (attached ?? []).flatMap((hand) => {
      const at = hand.atSeconds ?? hand.page;
      return at === null ? [] : [markOfAttached(hand, at)];
    });
    return [...attachedMarks, ...marksOfNotes(notes ?? [])].toSorted(byPosition);
  }, [attached, notes]);
}
