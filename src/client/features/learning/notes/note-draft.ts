import type { HandOfNote } from '../../../../shared/learning/notes.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';

export type NoteDraft = ReturnType<typeof noteDraft>;

/**
 * Keeps an unsaved note, its hand, and its position in the session or PDF until the tab is closed. For a stored note,
 * also keeps `seenAt`, the `updatedAt` of the note that the user edits.
 */
export function noteDraft(key: string) {
  const draft = sessionStorageDraft(key, ['text', 'handId', 'handLine', 'handTitle', 'position', 'seenAt']);
  return {
    /** @returns undefined if the draft has neither text nor a hand */
    load() {
      const { text = '', handId, handLine, handTitle, position, seenAt } = draft.load();
      const hasHand = handId !== undefined && handLine !== undefined;
      if (text === '' && !hasHand) return undefined;
      return {
        text,
        hand: hasHand ? { id: handId, line: handLine, title: handTitle ?? null } : null,
        position: position === undefined ? undefined : Number(position),
        seenAt,
      };
    },
    save(
      text: string,
      hand: HandOfNote | null,
      { position, seenAt }: { position?: number | undefined; seenAt?: string | undefined } = {},
    ): void {
      draft.save({
        text,
        handId: hand?.id,
        handLine: hand?.line,
        handTitle: hand?.title ?? '',
        position: position?.toString(),
        seenAt,
      });
    },
    clear: draft.clear,
  };
}
