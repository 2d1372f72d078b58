import { positionOf } from '../../../../shared/learning/note-position.ts';
import type { Note, NotePlace } from '../../../../shared/learning/notes.ts';
import { clockTime } from '../../../lib/clock-time.ts';

/** Such as `12:31` or `Page 3`; undefined for a session as a whole. */
export function positionText(place: NotePlace): string | undefined {
  if (place.kind !== 'session') return `Page ${place.page}`;
  return place.atSeconds === null ? undefined : clockTime(place.atSeconds);
}

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
