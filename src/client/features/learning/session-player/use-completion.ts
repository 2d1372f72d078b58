import type { ProgressEntry } from '../../../../shared/learning/learning.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { useChangeSession } from '../use-change-session.ts';

export type Completion = {
  isPending: boolean;
  failure: string | undefined;
  complete: () => void;
  unmark: () => void;
};

/** Marks a session as complete or incomplete. */
export function useCompletion(sessionId: number): Completion {
  const utils = trpc.useUtils();
  const changeSession = useChangeSession(sessionId);

  async function onSuccess(progress: ProgressEntry) {
    changeSession((session) => ({ ...session, progress }));
    // The pages of other sessions, which show this completion too, are fetched each time they are opened.
    await Promise.all([
      utils.learning.progress.invalidate(),
      utils.learning.continueWhere.invalidate(),
      utils.goals.invalidate(),
      utils.leaks.next.invalidate(),
    ]);
  }
  const mark = useAction(trpc.learning.markComplete.useMutation({ onSuccess }));
  const unmark = useAction(trpc.learning.unmark.useMutation({ onSuccess }));

  return {
    isPending: mark.isPending || unmark.isPending,
    failure: (mark.failure ?? unmark.failure)?.message,
    complete() {
      unmark.reset();
      mark.run({ sessionId });
    },
    unmark() {
      mark.reset();
      unmark.run({ sessionId });
    },
  };
}
