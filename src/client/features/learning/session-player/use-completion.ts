import { useState } from 'react';
import type { ProgressEntry } from '../../../../shared/learning/learning.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';

export type Completion = {
  busy: boolean;
  failure: string | undefined;
  complete: () => void;
  unmark: () => void;
};

/** Marks a session and takes that back. */
export function useCompletion(sessionId: number): Completion {
  const utils = trpc.useUtils();
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<string>();

  function start(work: () => Promise<ProgressEntry>) {
    run(async () => {
      setFailure(undefined);
      try {
        const entry = await work();
        utils.learning.getSession.setData({ id: String(sessionId) }, (held) =>
          held?.access === 'open' ? { ...held, progress: entry } : held,
        );
        // The other sessions' ticks are about this one, too; they are asked for again when they are opened.
        await Promise.all([
          utils.learning.progress.invalidate(),
          utils.learning.continueWhere.invalidate(),
          utils.goals.invalidate(),
        ]);
      } catch (error) {
        setFailure(describeError(error).message);
      }
    });
  }

  const { learning } = utils.client;
  return {
    busy,
    failure,
    complete: () => start(() => learning.markComplete.mutate({ sessionId })),
    unmark: () => start(() => learning.unmark.mutate({ sessionId })),
  };
}
