import { type ReactNode, useState } from 'react';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { ReplayerSkeleton } from '../replayer/replayer-skeleton.tsx';
import { GuessMode } from './guess-mode.tsx';

export type GuessHandProps = {
  id: string;
  /** Shown when the user may not open the hand. */
  missing: ReactNode;
  /** Shown when the hand has ended. */
  end: ReactNode;
};

/** A hand as a question at each decision, loaded as far as the user has decided. */
export function GuessHand({ id, missing, end }: GuessHandProps) {
  const [decision, setDecision] = useState(0);
  const query = trpc.hands.get.useQuery({ id, decision }, { placeholderData: (before) => before });
  if (isMissing(query.error)) return missing;
  return (
    <QueryView query={query} skeleton={<ReplayerSkeleton />} errorTitle="The hand could not be loaded">
      {({ hand, shownActions, lesson }) => (
        <GuessMode
          hand={hand}
          shownActions={shownActions}
          isLoading={query.isPlaceholderData}
          onDecide={() => setDecision(decision + 1)}
          end={
            <>
              {lesson !== null && <p className="mt-3 measure">{lesson}</p>}
              {end}
            </>
          }
        />
      )}
    </QueryView>
  );
}

/** Whether a hand was deleted, or is not open to the user. */
export const isMissing = (error: unknown) => Boolean(error) && describeError(error).code === 'not_found';
