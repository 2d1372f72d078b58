import type { Note, NoteResource } from '../../../../shared/learning/notes.ts';
import { trpc } from '../../../trpc.ts';
import { useChangeSession } from '../use-change-session.ts';

export type ChangeNotes = (next: (notes: readonly Note[]) => Note[]) => void;

/** Changes the cached notes of a session or PDF, and reloads the lists of notes and the search results. */
export function useChangeNotes(resource: NoteResource): ChangeNotes {
  const utils = trpc.useUtils();
  const changeSession = useChangeSession(resource.id);
  return (next) => {
    if (resource.kind === 'session') {
      changeSession((session) => ({ ...session, notes: next(session.notes) }));
    } else {
      utils.learning.listNotes.setData(resource, (cached) => cached && next(cached));
    }
    void utils.learning.listNotes.invalidate();
    void utils.learning.allNotes.invalidate();
    void utils.learning.search.invalidate();
  };
}
