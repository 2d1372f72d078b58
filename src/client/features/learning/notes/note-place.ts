import { clockTime } from '../../../../shared/clock-time.ts';
import { positionOf } from '../../../../shared/learning/note-position.ts';
import type { Note, NotePlace } from '../../../../shared/learning/notes.ts';

/** The same session or PDF at another second or page. */
export function placeAt(place: NotePlace, position: number): NotePlace {
  return place.kind === 'session' ? { ...place, atSeconds: position } : { ...place, page: position };
}

/** Such as ` at 12:31` or ` on page 3`; empty for a session as a whole. */
export function placeSuffix(place: NotePlace): string {
  if (place.kind !== 'session') return ` on page ${place.page}`;
  return place.atSeconds === null ? '' : ` at ${clockTime(place.atSeconds)}`;
}

/**
 * Sorts notes by position, and notes at the same position from oldest to newest. Notes without a position come first.
 */
export function sortedByPosition(notes: readonly Note[]): Note[] {
  return notes.toSorted(
    (a, b) =>
      (positionOf(a.place) ?? -1) - (positionOf(b.place) ?? -1) || (a.createdAt < b.createdAt ? -1 : 1),
  );
}
