import { addNoteInput, type HandOfNote, type NotePlace } from '../../../../shared/learning/notes.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';

type SavedNote = {
  text: string;
  hand: HandOfNote | null;
  /** Where the user began to type a new note. */
  begunAt: NotePlace | undefined;
};

export type NoteDraft = ReturnType<typeof noteDraft>;

/** Saves an unsaved note, its hand and its place for the lifetime of the tab. */
export function noteDraft(key: string) {
  const draft = sessionStorageDraft(key, ['text', 'handId', 'handLine', 'handTitle', 'place']);
  return {
    /** @returns undefined if neither a text nor a hand is saved */
    load(): SavedNote | undefined {
      const { text = '', handId, handLine, handTitle, place } = draft.load();
      const hasHand = handId !== undefined && handLine !== undefined;
      if (text === '' && !hasHand) return undefined;
      return {
        text,
        hand: hasHand ? { id: handId, line: handLine, title: handTitle ?? null } : null,
        begunAt: place === undefined ? undefined : addNoteInput.shape.place.parse(JSON.parse(place)),
      };
    },
    save(text: string, hand: HandOfNote | null, begunAt?: NotePlace): void {
      draft.save({
        text,
        handId: hand?.id,
        handLine: hand?.line,
        handTitle: hand?.title ?? '',
        place: JSON.stringify(begunAt),
      });
    },
    clear: draft.clear,
  };
}
