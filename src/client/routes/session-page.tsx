import { Link, notFound, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LockedSession as LockedSessionDetail } from '../../shared/learning/learning.ts';
import { OpenSession } from '../features/learning/session-player/open-session.tsx';
import { Prerequisites } from '../features/learning/session-player/prerequisites.tsx';
import {
  SessionHeader,
  sessionGrid,
  sessionSide,
} from '../features/learning/session-player/session-header.tsx';
import { BackLink } from '../features/navigation/back-link.tsx';
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { ProductAction, PurchaseFailure } from '../features/shop/product-action.tsx';
import { usePurchase } from '../features/shop/use-purchase.ts';
import { describeError } from '../lib/error-text.ts';
import { formatCents } from '../lib/format.ts';
import { trpc } from '../trpc.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { ProductCover } from '../ui/product-cover.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Skeleton, SkeletonRegion, SkeletonText } from '../ui/skeleton.tsx';

/** /coaching/{id}: a session, or how to get access to it. */
export function SessionPage() {
  const { id } = useParams({ from: '/coaching/$id' });
  const { at } = useSearch({ from: '/coaching/$id' });
  const { user } = useCurrentUser();
  const query = trpc.learning.getSession.useQuery({ id }, { enabled: Boolean(user) });
  if (!user) return <SignInRedirect />;
  if (!query.data && describeError(query.error).code === 'not_found') throw notFound();
  return (
    <Frame>
      <QueryView
        query={query}
        skeleton={<SessionSkeleton />}
        errorTitle="The session could not be loaded"
        note="Your progress and your notes are kept."
      >
        {(session) =>
          session.access === 'open' ? (
            <>
              <StepUpDialog signsIn />
              <OpenSession key={`${user.id} ${id}`} session={session} userId={user.id} at={at} />
            </>
          ) : (
            <LockedSession session={session} />
          )
        }
      </QueryView>
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
      <BackLink to="/coaching">My Learning Library</BackLink>
      {children}
    </Page>
  );
}

function SessionSkeleton() {
  return (
    <SkeletonRegion label="Loading the session..." className={sessionGrid}>
      <div className="flex flex-col gap-4">
        <div className="mb-6">
          <Skeleton className="h-9 w-3/4 sm:h-11" />
          <Skeleton className="mt-3 h-6 w-56" />
          <SkeletonText lines={2} className="mt-5 measure" />
        </div>
        <Skeleton className="aspect-video w-full" />
        <Skeleton className="h-16" />
      </div>
      <Skeleton className={`h-72 ${sessionSide}`} />
      <SkeletonText lines={6} className="measure" />
    </SkeletonRegion>
  );
}

/** A session that the user may not open: its description, why it is locked and how to get access. */
function LockedSession({ session }: { session: LockedSessionDetail }) {
  return (
    <article className={sessionGrid}>
      <div>
        <ProductCover
          kind="Session"
          number={session.sessionNumber}
          seed={session.id}
          coverUrl={session.coverUrl}
          coverAlt={session.coverAlt}
          className={session.coverUrl ? 'mb-6 rounded-b-card sm:h-64' : 'mb-6 rounded-b-card sm:p-6'}
        />
        <SessionHeader session={session} />
      </div>
      <Card as="section" aria-label="Price" className={`flex h-fit flex-col gap-4 ${sessionSide}`}>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <span className="text-2xl font-bold tabular">{formatCents(session.price)}</span>
          <Badge>Locked</Badge>
        </div>
        <p className="wrap-anywhere">{session.explanation}</p>
        {session.reason !== 'suspended' && <ProductOffer productId={session.id} />}
      </Card>
      <div>
        <Prerequisites text={session.prerequisites} sessions={session.requiredSessions} />
      </div>
    </article>
  );
}

/** The Buy button of a session, and a link to its product page. The button starts the same purchase as in the shop. */
function ProductOffer({ productId }: { productId: number }) {
  const query = trpc.shop.getProduct.useQuery({ id: String(productId) });
  const purchase = usePurchase();
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-11 w-full" />}>
      {(product) => (
        <>
          <ProductAction product={product} purchase={purchase} className="w-full" />
          <PurchaseFailure product={product} purchase={purchase} />
          <Link to="/products/$id" params={{ id: String(productId) }} className={buttonClass('quiet')}>
            See what is inside
          </Link>
        </>
      )}
    </QueryView>
  );
}
