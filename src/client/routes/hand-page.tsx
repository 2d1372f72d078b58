import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { HandDetails } from '../features/hands/details/hand-details.tsx';
import { HandNeighbors } from '../features/hands/details/hand-neighbors.tsx';
import { GuessHand, isMissing } from '../features/hands/guess/guess-hand.tsx';
import { ReplayerSkeleton } from '../features/hands/replayer/replayer-skeleton.tsx';
import { BackLink } from '../features/navigation/back-link.tsx';
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { trpc } from '../trpc.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';

const route = getRouteApi('/hands/$id');

/** /hands/$id: one hand, whole or in guess mode. */
export function HandPage() {
  const { user } = useCurrentUser();
  const { id } = route.useParams();
  const { mode } = route.useSearch();
  if (!user) return <SignInRedirect />;
  return (
    <Page width="wide">
      <StepUpDialog signsIn />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <BackLink to="/hands">All hands</BackLink>
        <HandNeighbors id={id} />
      </div>
      {mode === 'guess' ? (
        <Guess key={id} id={id} />
      ) : (
        <FullHand key={id} id={id} isAdmin={user.role === 'admin'} />
      )}
    </Page>
  );
}

const AskDialog = lazyDialog(async () => (await import('../features/coaching/ask/ask-dialog.tsx')).AskDialog);

function FullHand({ id, isAdmin }: { id: string; isAdmin: boolean }) {
  const [askedAction, setAskedAction] = useState<number>();
  const query = trpc.hands.get.useQuery({ id });
  if (isMissing(query.error)) return <HandNotFound />;
  return (
    <QueryView
      query={query}
      skeleton={<ReplayerSkeleton />}
      errorTitle="The hand could not be loaded"
      titleAs="h1"
      note="The hand and your notes are not lost."
    >
      {(view) => (
        <>
          <HandDetails view={view} isAdmin={isAdmin} onAsk={setAskedAction} />
          {askedAction !== undefined && (
            <AskDialog
              handId={id}
              hand={view.hand}
              atAction={askedAction}
              onClose={() => setAskedAction(undefined)}
            />
          )}
        </>
      )}
    </QueryView>
  );
}

function Guess({ id }: { id: string }) {
  const navigate = useNavigate({ from: '/hands/$id' });
  return (
    <GuessHand
      id={id}
      missing={<HandNotFound />}
      onLeave={() => void navigate({ search: {} })}
      header={<h1 className="mb-6 text-2xl font-bold">Guess mode</h1>}
      end={
        <Link to="/hands/$id" params={{ id }} className={`${buttonClass('secondary')} mt-4`}>
          See the whole hand
        </Link>
      }
    />
  );
}

function HandNotFound() {
  return (
    <EmptyState
      headingLevel={1}
      title="There is no such hand"
      description="It was deleted or withdrawn, it is not yours, or the session or PDF that shows it is not open to you."
      action={
        <Link to="/hands" className={buttonClass('primary')}>
          My hands
        </Link>
      }
    />
  );
}
