import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SharedHand } from '../../shared/hands/hands.ts';
import { GuessMode } from '../features/hands/guess/guess-mode.tsx';
import { useLastPart } from '../features/hands/guess/use-last-part.ts';
import { HandLineView } from '../features/hands/hand-line-view.tsx';
import { ActionList } from '../features/hands/replayer/action-list.tsx';
import { Replayer } from '../features/hands/replayer/replayer.tsx';
import { ReplayerSkeleton } from '../features/hands/replayer/replayer-skeleton.tsx';
import { usePageArrows } from '../features/hands/replayer/use-page-arrows.ts';
import { useReplay } from '../features/hands/replayer/use-replay.ts';
import { describeError } from '../lib/error-text.ts';
import { trpc } from '../trpc.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';

const route = getRouteApi('/h/$token');

/** /h/$token: a hand that its owner shares, for anyone with the link. */
export function SharedHandPage() {
  const { token } = route.useParams();
  // In guess mode, the server sends the hand only up to this decision of the hero. Each choice loads the next part.
  const [decision, setDecision] = useState<number>();
  const { query, failure } = useLastPart(
    token,
    trpc.hands.shared.useQuery({ token, decision }, { placeholderData: (before) => before }),
  );
  const { code } = describeError(query.error);
  if (code === 'not_found' || code === 'invalid_input') {
    const isIncomplete = code === 'invalid_input';
    return (
      <Page width="medium">
        <EmptyState
          headingLevel={1}
          title={isIncomplete ? 'This link is not complete' : 'This hand is no longer shared'}
          description={
            isIncomplete
              ? 'It does not open a hand, because a part of it is missing or changed. Copy the whole link, or ask for it again.'
              : 'This link no longer leads to a hand: the owner of the hand has closed the link or deleted the hand.'
          }
          action={
            <Link to="/" className={buttonClass('primary')}>
              See the academy
            </Link>
          }
        />
      </Page>
    );
  }
  return (
    <Page width="wide">
      <QueryView
        query={query}
        skeleton={<ReplayerSkeleton />}
        errorTitle="The hand could not be loaded"
        titleAs="h1"
      >
        {(view) => (
          <>
            <h1 className="mb-6 text-2xl font-bold">{view.title ?? 'A shared hand'}</h1>
            {view.mode === 'guess' ? (
              <GuessMode
                hand={view.hand}
                shownActions={view.shownActions}
                isLoading={query.isPlaceholderData}
                failure={failure}
                onDecide={() => setDecision((decision ?? 0) + 1)}
                isOnlyHand
              />
            ) : (
              <OpenHand view={view} />
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function OpenHand({ view: { hand } }: { view: SharedHand }) {
  const replay = useReplay(hand);
  usePageArrows(replay);
  return (
    <>
      <HandLineView hand={hand} className="mb-6 block wrap-anywhere text-muted" />
      <Replayer replay={replay} sidePanel={<ActionList replay={replay} />} />
    </>
  );
}
