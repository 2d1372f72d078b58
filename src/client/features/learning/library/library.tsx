import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isOpenToAll } from '../../../../shared/access/access-rules.ts';
import type { CurrentUser } from '../../../../shared/auth/accounts.ts';
import type { CoachingSession } from '../../../../shared/learning/learning.ts';
import { planCoverSeed } from '../../../../shared/poker/cover-range.ts';
import type { CoachingPdf } from '../../../../shared/shop/coaching-pdfs.ts';
import type { Product } from '../../../../shared/shop/products.ts';
import { describeError } from '../../../lib/error-text.ts';
import { planName } from '../../../lib/labels.ts';
import { aboutToday, updatedByStaff } from '../../../lib/query-freshness.ts';
import { useNewVersions } from '../../../lib/use-new-versions.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Section } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { cardGridClass, SkeletonCardGrid } from '../../../ui/skeleton-card.tsx';
import { BookmarkList } from './bookmark-list.tsx';
import { ContinueCard } from './continue-card.tsx';
import { FirstQuestions } from './first-questions.tsx';
import { MembershipPaused } from './membership-paused.tsx';
import { PdfResourceCard } from './pdf-resource-card.tsx';
import { SessionCard } from './session-card.tsx';

export type LibraryProps = {
  user: CurrentUser;
  /** The card of today's study and play. */
  today: ReactNode;
  /** The student's open tasks, and the next thing to study. */
  next: ReactNode;
};

/** The content of the page “My Learning Library”, for a logged-in user. */
export function Library({ user, today, next }: LibraryProps) {
  const products = trpc.shop.listLibrary.useQuery();
  const sessions = trpc.learning.listSessions.useQuery();
  // The skeleton is shown until all these queries have finished, because content that appears late at the top would
  // push the content below it down.
  const lastSession = trpc.learning.continueWhere.useQuery();
  const lastPdf = trpc.learning.continueReading.useQuery();
  const bookmarks = trpc.learning.listBookmarks.useQuery();
  const starredHands = trpc.hands.starred.useQuery();
  const plans = trpc.learning.listPlans.useQuery();
  const profile = trpc.learning.studyProfile.useQuery();
  const practice = trpc.drills.practice.useQuery(undefined, aboutToday);
  const nextStudy = trpc.leaks.next.useQuery();
  const leaks = trpc.leaks.map.useQuery();
  const hands = trpc.hands.list.useQuery({ limit: 1 });
  const answers = trpc.questions.newAnswers.useQuery(undefined, updatedByStaff);
  const homework = trpc.coaching.homework.useQuery(undefined, updatedByStaff);
  const isImpersonated = user.viewingUntil !== undefined;
  const subscription = trpc.payments.mySubscription.useQuery(undefined, { enabled: !isImpersonated });
  const study = [practice, nextStudy, leaks, hands, answers, homework];
  const otherQueries = [lastSession, lastPdf, bookmarks, starredHands, plans, profile, ...study];
  const queries = [products, sessions, ...otherQueries, ...(isImpersonated ? [] : [subscription])];

  // A query that has failed is not awaited again. Its section retries the query when it is rendered, so returning to
  // the skeleton would unmount and mount that section endlessly.
  const isWaiting =
    products.isPending ||
    sessions.isPending ||
    (subscription.isLoading && subscription.errorUpdateCount === 0) ||
    otherQueries.some(({ isPending, errorUpdateCount }) => isPending && errorUpdateCount === 0);
  if (isWaiting) return <LibraryLoading today={today} />;
  // Loaded lists stay visible when a reload fails.
  if (products.data && sessions.data) {
    return (
      <>
        {subscription.data && <MembershipPaused subscription={subscription.data} />}
        <ContinueCard session={lastSession.data ?? null} pdf={lastPdf.data ?? null} />
        {next}
        {profile.data?.profile === null && user.role !== 'admin' && <FirstQuestions profile={null} />}
        <QueryView
          query={plans}
          skeleton={null}
          errorTitle="Your coaching plans could not be loaded"
          note="What you may open has not changed."
        >
          {(all) => <MemberPlans user={user} plans={all} />}
        </QueryView>
        <PdfResources products={products.data} />
        <OpenSessions sessions={sessions.data} />
        <BookmarkList />
        <div className="mt-12">{today}</div>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <PurchasesCard count={user.purchases.length} />
          <QuickActionsCard
            startWith={user.purchases.length > 0 ? sessionToStart(sessions.data) : undefined}
          />
        </div>
      </>
    );
  }
  return (
    <ErrorState
      {...describeError(products.error ?? sessions.error)}
      title="Your library could not be loaded"
      note="Nothing that you own is lost."
      onRetry={() => {
        for (const query of queries) if (query.isError) void query.refetch();
      }}
      retrying={queries.some(({ isFetching }) => isFetching)}
    />
  );
}

/** The coaching plans that the user may open, and why: as an admin, as any user, or as a member. */
function MemberPlans({ user, plans }: { user: CurrentUser; plans: readonly CoachingPdf[] }) {
  // The server sends an empty path for a plan that the user may not open.
  const open = plans.filter(({ filePath }) => filePath !== '');
  if (open.length === 0) return null;
  const { subscriptionPlan: plan, role } = user;
  const isFree = plan === 'free';
  return (
    <Section
      title={isFree ? 'Your coaching plans' : `Your coaching plans (${planName(plan)} membership)`}
      note={
        role === 'admin'
          ? 'Open to you as an admin.'
          : isFree
            ? 'Open with every account. A membership opens more of the ten.'
            : `Your membership opens ${open.length} of the ten.`
      }
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
        {open.map(({ pdfNumber, title }) => (
          <li
            key={pdfNumber}
            className="relative flex items-center gap-4 rounded-card border border-border bg-surface p-3 hover:border-control"
          >
            <RangeGrid seed={planCoverSeed(pdfNumber)} className="w-11 shrink-0" />
            <span className="min-w-0">
              <span className="block text-sm text-muted tabular">Coaching plan {pdfNumber}</span>
              <Link
                to="/read/$kind/$id"
                params={{ kind: 'plan', id: String(pdfNumber) }}
                className="font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card"
              >
                {title}
              </Link>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <Link to={isFree ? '/subscription-plans' : '/coaching-pdfs'} className={buttonClass('secondary')}>
          {isFree ? 'See what a membership opens' : 'All ten coaching plans'}
        </Link>
      </p>
    </Section>
  );
}

function PdfResources({ products }: { products: readonly Product[] }) {
  const newVersionOf = useNewVersions();
  const pdfs = products
    .filter((product) => product.type === 'pdf')
    .toSorted((a, b) => a.productNumber - b.productNumber);
  return (
    <Section title="PDF Resources">
      {pdfs.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title="You don't have any PDF resources yet"
          description="PDFs you buy appear here, ready to download."
          action={
            <Link to="/products" className={buttonClass('secondary')}>
              Browse Products
            </Link>
          }
        />
      ) : (
        <ul className={cardGridClass}>
          {pdfs.map((product) => (
            <PdfResourceCard
              key={product.id}
              product={product}
              newVersion={newVersionOf({ kind: 'product', id: product.id })}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function OpenSessions({ sessions }: { sessions: readonly CoachingSession[] }) {
  const progress = trpc.learning.progress.useQuery();
  const open = sessions.filter((session) => session.accessible);
  if (open.length === 0) return null;
  return (
    <Section title="Your sessions">
      <ul className={cardGridClass}>
        {open.map((session) => (
          <SessionCard
            key={session.id}
            session={session}
            status={progress.data?.find(({ sessionId }) => sessionId === session.id)?.status}
          />
        ))}
      </ul>
    </Section>
  );
}

/** The number of products the user bought or was given, with a link to the shop. Free products do not count. */
function PurchasesCard({ count }: { count: number }) {
  return (
    <Card as="section" aria-labelledby="library-purchases" className="flex flex-col">
      <h2 id="library-purchases" className="text-lg font-semibold">
        Purchases
      </h2>
      {count === 0 ? (
        <p className="mt-1 measure text-muted">
          You have not bought anything yet. What you buy is kept here for you.{' '}
          <Link to="/products" className="underline underline-offset-2">
            Browse Products
          </Link>
        </p>
      ) : (
        <>
          <p className="mt-1 mb-4 flex items-baseline gap-2 text-muted">
            <span className="text-2xl font-bold text-text tabular">{count}</span>
            {count === 1 ? 'product owned' : 'products owned'}
          </p>
          <div className="mt-auto">
            <Link to="/products" className={buttonClass('secondary')}>
              Buy More Products
            </Link>
          </div>
        </>
      )}
    </Card>
  );
}

/** Links to the shop, the coaching plans and, if there is a session to start with, that session (“Start Learning”). */
function QuickActionsCard({ startWith }: { startWith: CoachingSession | undefined }) {
  return (
    <Card as="section" aria-labelledby="library-actions" className="flex flex-col">
      <h2 id="library-actions" className="text-lg font-semibold">
        Quick actions
      </h2>
      <p className="mt-1 mb-4 measure text-muted">
        Sessions and PDFs one at a time, coaching plans by membership.
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        {startWith && (
          <Link
            to="/coaching/$id"
            params={{ id: String(startWith.id) }}
            target="_blank"
            rel="noopener"
            className={buttonClass('primary')}
          >
            Start Learning
            <span className="sr-only"> with {startWith.title}, opens in a new tab</span>
          </Link>
        )}
        <Link to="/products" className={buttonClass('secondary')}>
          Browse Products
        </Link>
        <Link to="/coaching-pdfs" className={buttonClass('secondary')}>
          Coaching Plans
        </Link>
      </div>
    </Card>
  );
}

type Startable = Pick<CoachingSession, 'id' | 'sessionNumber' | 'owned'>;

/** The session that Start Learning opens: the first by number that is owned or open to all logged-in users. */
export function sessionToStart<Session extends Startable>(sessions: readonly Session[]): Session | undefined {
  return sessions
    .toSorted((a, b) => a.sessionNumber - b.sessionNumber || a.id - b.id)
    .find(
      (session) => session.owned || isOpenToAll({ type: 'session', productNumber: session.sessionNumber }),
    );
}

/** The skeleton of the library, with the Today card, which loads separately. */
function LibraryLoading({ today }: { today: ReactNode }) {
  return (
    <>
      <SkeletonRegion label="Loading your library..." className="mb-4 grid gap-4 sm:grid-cols-2">
        <CardLoading />
        <CardLoading text="h-12 sm:h-6" buttons="h-24 sm:h-11" />
      </SkeletonRegion>
      <div className="mb-12">{today}</div>
      <Section title="PDF Resources">
        <SkeletonCardGrid />
      </Section>
    </>
  );
}

function CardLoading({ text = 'h-8', buttons = 'h-11' }: { text?: string; buttons?: string }) {
  return (
    <Card aria-hidden="true">
      <Skeleton className="my-1 h-5 w-28" />
      <div className={classNames('mt-2 mb-4 flex items-center', text)}>
        <Skeleton className="h-4 w-56 max-w-full" />
      </div>
      <div className={buttons}>
        <Skeleton className="h-11 w-44 max-w-full" />
      </div>
    </Card>
  );
}
