import { Link, Navigate, notFound, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LockedSession } from '../features/learning/session-player/locked-session.tsx';
import { OpenSession } from '../features/learning/session-player/open-session.tsx';
import { SessionSkeleton } from '../features/learning/session-player/session-skeleton.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { ProductOffer } from '../features/shop/product-offer.tsx';
import { describeError } from '../lib/error-text.ts';
import { trpc } from '../trpc.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';
import { WayBack, wayBackClass } from '../ui/way-back.tsx';

/** /coaching/{id}: a session, or what opens it. */
export function SessionPage() {
  const { id } = useParams({ from: '/coaching/$id' });
  const { at } = useSearch({ from: '/coaching/$id' });
  const { user } = useCurrentUser();
  const query = trpc.learning.getSession.useQuery({ id }, { enabled: Boolean(user) });
  const next = `/coaching/${id}${at === undefined ? '' : `?at=${at}`}`;
  if (!user) return <Navigate to="/auth" search={{ next }} replace />;
  if (query.isPending) return <SessionPageLoading />;
  // A session that is already there stays when reading it again fails.
  if (query.data) {
    return (
      <Frame>
        {query.data.access === 'open' ? (
          <OpenSession key={`${user.id} ${id}`} session={query.data} userId={user.id} at={at} />
        ) : (
          <LockedSession session={query.data} offer={<ProductOffer productId={query.data.id} />} />
        )}
      </Frame>
    );
  }
  const { code, message, requestId } = describeError(query.error);
  if (code === 'not_found') throw notFound();
  return (
    <Frame>
      <ErrorState
        title="The session could not be loaded"
        message={message}
        kept="Your progress and your notes are kept."
        requestId={requestId}
        onRetry={() => query.refetch()}
      />
    </Frame>
  );
}

export function SessionPageLoading() {
  return (
    <Frame>
      <SessionSkeleton />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <WayBack>
        <Link to="/coaching" className={wayBackClass}>
          <span aria-hidden="true">←</span> My Learning Library
        </Link>
      </WayBack>
      {children}
    </Page>
  );
}
