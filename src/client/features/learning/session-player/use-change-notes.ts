import type { SessionNote } from '../../../../shared/learning/learning.ts';
import { trpc } from '../../../trpc.ts';

export type ChangeNotes = (next: (notes: readonly SessionNote[]) => SessionNote[]) => void;

/** Updates the cached notes of a session for this page and the others. */
export function useChangeNotes(sessionId: number): ChangeNotes {
  const utils = trpc.useUtils();
  return (next) => {
    utils.learning.getSession.setData({ id: String(sessionId) }, (held) =>
      held?.access === 'open' ? { ...held, notes: next(held.notes) } : held,
    );
    void utils.learning.listNotes.invalidate();
    void utils.learning.search.invalidate();
  };
}
