import { clockTime } from '../clock-time.ts';
import type { NotePlace } from './notes.ts';

/** The second of a session's video, or the page of a PDF; undefined for a note on a session as a whole. */
export function positionOf(place: NotePlace): number | undefined {
  return place.kind === 'session' ? (place.atSeconds ?? undefined) : place.page;
}

/** Such as `12:31` or `Page 3`; undefined for a note on a session as a whole. */
export function positionText(place: NotePlace): string | undefined {
  if (place.kind !== 'session') return `Page ${place.page}`;
  return place.atSeconds === null ? undefined : clockTime(place.atSeconds);
}
