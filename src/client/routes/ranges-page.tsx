import { Link, useParams } from '@tanstack/react-router';
import { BackLink } from '../features/navigation/back-link.tsx';
import { RangeDetails } from '../features/practice/ranges/range-details.tsx';
import { RangeList } from '../features/practice/ranges/range-list.tsx';
import { PageIntroduction } from '../features/session/page-introduction.tsx';
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { describeError } from '../lib/error-text.ts';
import { trpc } from '../trpc.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { RangeGrid } from '../ui/range-grid.tsx';
import { Skeleton, SkeletonRegion } from '../ui/skeleton.tsx';

/** /ranges: the academy's ranges and the user's own. */
export function RangesPage() {
  const { user } = useCurrentUser();
  if (!user) {
    return (
      <PageIntroduction
        title="Know your ranges"
        next="/ranges"
        picture={<RangeGrid seed={3} className="w-48 max-w-full lg:w-full" />}
      >
        Which hands to play from each seat, in the academy’s charts. Train the hands at the edge, where
        mistakes happen, and paint your own. For study: poker rooms forbid charts while you play.
      </PageIntroduction>
    );
  }
  return (
    <Page>
      <StepUpDialog signsIn />
      <RangeList />
    </Page>
  );
}

/** /ranges/$id: one range, to study, train and paint. */
export function RangePage() {
  const { id } = useParams({ from: '/ranges/$id' });
  const { user } = useCurrentUser();
  if (!user) return <SignInRedirect />;
  return (
    <Page>
      <StepUpDialog signsIn />
      <BackLink to="/ranges">All ranges</BackLink>
      <OneRange key={id} id={id} />
    </Page>
  );
}

function OneRange({ id }: { id: string }) {
  const query = trpc.ranges.get.useQuery({ id });
  const { code } = describeError(query.error);
  if (!query.data && (code === 'not_found' || code === 'invalid_input')) {
    return (
      <EmptyState
        headingLevel={1}
        title="This range does not exist"
        description="It was deleted, or it is not yours."
        action={
          <Link to="/ranges" className={buttonClass('primary')}>
            All ranges
          </Link>
        }
      />
    );
  }
  return (
    <QueryView
      query={query}
      errorTitle="The range could not be loaded"
      titleAs="h1"
      note="What you painted and trained is not lost."
      skeleton={
        <SkeletonRegion label="Loading the range..." className="grid gap-4">
          <Skeleton className="h-10 w-72" />
          <Skeleton className="aspect-square max-w-[32.5rem]" />
        </SkeletonRegion>
      }
    >
      {(range) => <RangeDetails range={range} />}
    </QueryView>
  );
}
