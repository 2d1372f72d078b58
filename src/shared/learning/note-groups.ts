import type { Note, NoteResource } from './notes.ts';

export type NoteGroup = NoteResource & { title: string; notes: Note[] };

/** Groups notes by session and PDF. Groups and their notes stay in the order of the list. */
export function groupByResource(notes: readonly Note[]): NoteGroup[] {
  const groups = Map.groupBy(notes, ({ place }) => `${place.kind}-${place.id}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ kind: first.place.kind, id: first.place.id, title: first.title, notes: group }] : [];
  });
}
