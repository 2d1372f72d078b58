import { Link } from '@tanstack/react-router';
import type { DeckView } from '../../../shared/practice/drills.ts';
import { describeError } from '../../lib/error-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { showFailure } from '../../ui/toast.tsx';

/** A deck: the user's progress, and a link that starts its drills. */
export function Deck({ id }: { id: string }) {
  const query = trpc.drills.deck.useQuery({ id });
  const failure = query.error ? describeError(query.error) : undefined;
  if (failure?.code === 'forbidden') {
    return (
      <EmptyState
        headingLevel={1}
        title="This deck is not open to you yet"
        description={failure.message}
        action={
          failure.fields?.opensWith === 'membership' ? (
            <Link to="/subscription-plans" className={buttonClass('primary')}>
              See the memberships
            </Link>
          ) : (
            <Link to="/products" className={buttonClass('primary')}>
              Browse Products
            </Link>
          )
        }
      />
    );
  }
  if (failure?.code === 'not_found' || failure?.code === 'invalid_input') {
    return (
      <EmptyState
        headingLevel={1}
        title="There is no such deck"
        description="It was removed, it has no drills yet, or its link is incomplete."
        action={
          <Link to="/practice" className={buttonClass('primary')}>
            Practice
          </Link>
        }
      />
    );
  }
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonRegion label="Loading the deck..." className="grid gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-64" />
        </SkeletonRegion>
      }
      errorTitle="The deck could not be loaded"
      titleAs="h1"
      note="Your answers are not lost."
    >
      {(deck) => <LoadedDeck deck={deck} />}
    </QueryView>
  );
}

function LoadedDeck({ deck }: { deck: DeckView }) {
  const { id, title, drills, learned, fresh, isPaused, place } = deck;
  const utils = trpc.useUtils();
  const pause = useAction(
    trpc.drills.pauseDeck.useMutation({
      onError: showFailure('The deck was not changed'),
      onSettled: () => utils.drills.invalidate(),
    }),
  );
  return (
    <>
      <PageHeader
        title={title}
        lead={
          place ? (
            <>
              Drills of{' '}
              <a href={place.path} className="underline">
                {place.title}
              </a>
            </>
          ) : undefined
        }
      />
      <div className="grid items-start gap-8 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <RangeGrid
          variant="progress"
          ratio={learned / drills}
          label={`${learned} of ${drills} drills learned`}
          className="w-40 sm:w-48"
        />
        <div>
          <p className="text-lg tabular">
            {`${learned} of ${drills} learned`}
            {fresh > 0 && `, ${fresh} new`}
          </p>
          <p className="mt-2 measure text-muted">
            {isPaused
              ? 'The deck is paused: its drills are not among those due today.'
              : 'New drills come first, then those that you answered longest ago. Each comes back automatically when it is due.'}
          </p>
          <div className="mt-6 flex flex-wrap gap-2">
            <Link
              to="/practice/$deck"
              params={{ deck: id }}
              search={{ ask: 'all' }}
              className={buttonClass('primary', 'large')}
            >
              {fresh > 0 ? 'Learn new drills' : 'Practice now'}
            </Link>
            <Button
              variant="secondary"
              size="large"
              busy={pause.isPending}
              onClick={() => pause.run({ id, isPaused: !isPaused })}
            >
              {isPaused ? 'Continue the deck' : 'Pause the deck'}
            </Button>
          </div>
        </div>
      </div>
    </>
  );
}
