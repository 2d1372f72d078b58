import { type ReactNode, useState } from 'react';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { ReplayerSkeleton } from '../replayer/replayer-skeleton.tsx';
import { GuessMode } from './guess-mode.tsx';
import { useLastPart } from './use-last-part.ts';

export type GuessHandProps = {
  id: string;
  /** Shown when there is no such hand, or the user may not open it. */
  missing: ReactNode;
  /** Shown when the hand has ended. */
  end: ReactNode;
  header?: ReactNode;
  /** Shows the whole hand. */
  onLeave: () => void;
};

/** A hand in guess mode. It is loaded only up to the decision that the user has reached. */
export function GuessHand({ id, missing, end, header, onLeave }: GuessHandProps) {
  const [decision, setDecision] = useState(0);
  const { query, failure } = useLastPart(
    id,
    trpc.hands.get.useQuery({ id, decision }, { placeholderData: (before) => before }),
  );
  if (isMissing(query.error)) return missing;
  return (
    <QueryView
      query={query}
      skeleton={<ReplayerSkeleton />}
      errorTitle="The hand could not be loaded"
      titleAs={header ? 'h1' : 'h2'}
    >
      {({ hand, shownActions, lesson }) => (
        <>
          {header}
          <GuessMode
            hand={hand}
            shownActions={shownActions}
            isLoading={query.isPlaceholderData}
            failure={failure}
            onDecide={() => setDecision(decision + 1)}
            onLeave={onLeave}
            takesFocus
            end={
              <>
                {lesson !== null && <p className="mt-3 measure whitespace-pre-wrap">{lesson}</p>}
                {end}
              </>
            }
          />
        </>
      )}
    </QueryView>
  );
}

/** Whether the error means that there is no such hand, or that the user may not open it. */
export const isMissing = (error: unknown) => {
  if (!error) return false;
  const { code, fields } = describeError(error);
  return code === 'not_found' || fields?.id !== undefined;
};
