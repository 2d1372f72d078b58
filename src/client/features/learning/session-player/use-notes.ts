import type { SessionNote } from '../../../../shared/learning/learning.ts';
import { trpc } from '../../../trpc.ts';

/** The writes of a session's notes; each puts its result where the page and the other pages look. */
export function useNotes(sessionId: number) {
  const utils = trpc.useUtils();

  function change(next: (notes: readonly SessionNote[]) => SessionNote[]) {
    utils.learning.getSession.setData({ id: String(sessionId) }, (held) =>
      held?.access === 'open' ? { ...held, notes: next(held.notes) } : held,
    );
    void utils.learning.listNotes.invalidate();
    void utils.learning.search.invalidate();
  }

  const { learning } = utils.client;
  return {
    async add(text: string, atSeconds: number | null) {
      const note = await learning.addNote.mutate({ sessionId, text, atSeconds });
      change((notes) => [...notes, note]);
    },
    async update(id: string, text: string) {
      const note = await learning.updateNote.mutate({ id, text });
      change((notes) => notes.map((held) => (held.id === id ? note : held)));
    },
    async remove(id: string) {
      await learning.deleteNote.mutate({ id });
      change((notes) => notes.filter((held) => held.id !== id));
    },
  };
}

export type Notes = ReturnType<typeof useNotes>;
