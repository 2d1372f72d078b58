import type { NotePlace } from './notes.ts';

/** Second of the video or page of the PDF; undefined for a session as a whole. */
export function positionOf(place: NotePlace): number | undefined {
  return place.kind === 'session' ? (place.atSeconds ?? undefined) : place.page;
}
