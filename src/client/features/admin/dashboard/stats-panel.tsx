import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyTab } from '../../../ui/lazy-in-place.tsx';
import { Section } from '../../../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { UserPicker } from '../user-picker.tsx';
import { AdminTasks } from './admin-tasks.tsx';
import { MoneyFigures } from './money-figures.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OpeningSteps } from './opening-steps.tsx';
import { RecentUsers } from './recent-users.tsx';
import { StatCards, StatCardsSkeleton } from './stat-cards.tsx';
import { SubscriptionOverview, SubscriptionOverviewSkeleton } from './subscription-overview.tsx';
import { UserExports } from './user-exports.tsx';

const WebhooksPanel = lazyTab(async () => (await import('../system/webhooks-panel.tsx')).WebhooksPanel);

/** With this option, a part that mounts just after the dashboard has loaded its data does not load the data again. */
const recentlyLoaded = { staleTime: 10_000 };

/** The area Dashboard & Stats. Its second view shows the delivery of Stripe's events. */
export function StatsPanel() {
  const { view } = useSearch({ from: '/admin' });
  if (view !== 'webhooks') return <Dashboard />;
  return <WebhooksPanel fallback={<TableSkeleton label="Loading" rows={6} />} />;
}

/**
 * The parts above "Recent Users" load in one batch and appear together, so that the layout does not shift. If one part
 * fails to load, the others are shown nevertheless.
 */
function Dashboard() {
  const navigate = useNavigate();
  const analytics = trpc.admin.dashboard.analytics.useQuery(undefined, recentlyLoaded);
  const waiting = trpc.admin.dashboard.waiting.useQuery(undefined, recentlyLoaded);
  const others = trpc.useQueries(({ admin }) => [
    admin.dashboard.openingSteps(undefined, recentlyLoaded),
    admin.dashboard.overview(undefined, recentlyLoaded),
    admin.payments.tasks(undefined, recentlyLoaded),
  ]);
  const isLoading = [analytics, waiting, ...others].some(({ isPending }) => isPending);
  // A part that could not be loaded is loaded again when it mounts. The skeleton must not return while that part loads.
  const [isShown, setShown] = useState(false);
  if (!isShown && !isLoading) setShown(true);
  if (!isShown) return <DashboardSkeleton />;
  const applications = waiting.data?.applications.count;
  return (
    <>
      <div className="mb-8 max-w-md">
        <UserPicker
          label="Find a user"
          selected={undefined}
          onChange={(id) => id && void navigate({ to: '/admin/users/$id', params: { id } })}
        />
      </div>
      <NeedsYou />
      <AdminTasks />
      <OpeningSteps />
      <MoneyFigures />
      <section>
        <h2 className="mb-4 text-xl font-semibold">Students</h2>
        <AdminQueryView
          query={analytics}
          errorTitle="The figures could not be loaded"
          skeleton={<StudentsSkeleton />}
        >
          {(figures) => (
            <>
              <StatCards analytics={figures} waiting={applications} />
              <div className="mt-6 grid gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
                <SubscriptionOverview analytics={figures} />
                <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-1">
                  <ApproveCard waiting={applications} />
                  <ViewStatsCard />
                </div>
              </div>
            </>
          )}
        </AdminQueryView>
      </section>
      <Section title="Recent Users" note="The 20 newest accounts" className="mt-12!">
        <UserExports />
        <RecentUsers />
        <p className="mt-4">
          <Link to="/admin" search={{ tab: 'users' }} className={adminLinkClass}>
            See all users
          </Link>
        </p>
      </Section>
      <Section title="Payment events" className="mt-12!">
        <Link to="/admin" search={{ tab: 'stats', view: 'webhooks' }} className={buttonClass('secondary')}>
          Show Stripe events
        </Link>
      </Section>
    </>
  );
}

function DashboardSkeleton() {
  return (
    <SkeletonRegion label="Loading the dashboard..." className="min-h-dvh">
      <Skeleton className="mb-8 h-18 max-w-md" />
      <Skeleton className="h-36 rounded-card" />
      <Skeleton className="mt-10 h-44 rounded-card" />
      <div className="mt-10">
        <StudentsSkeleton />
      </div>
    </SkeletonRegion>
  );
}

function StudentsSkeleton() {
  return (
    <>
      <StatCardsSkeleton />
      <div className="mt-6">
        <SubscriptionOverviewSkeleton />
      </div>
    </>
  );
}

/** Links to the identity reviews that wait for an admin. @param waiting - their number; undefined if it is not known */
function ApproveCard({ waiting }: { waiting: number | undefined }) {
  return (
    <Card as="section" className="flex flex-col">
      <h3 className="text-lg font-semibold">Approve</h3>
      <p className="mt-1 mb-6 text-muted">{waitingSentence(waiting)}</p>
      <Link
        to="/admin"
        search={{ tab: 'kyc', status: 'open' }}
        className={`${buttonClass('primary')} mt-auto self-start`}
      >
        Open the queue
      </Link>
    </Card>
  );
}

function waitingSentence(waiting: number | undefined): string {
  if (waiting === undefined) return 'Identity reviews that wait for your decision, oldest first.';
  if (waiting === 0) return 'No identity review is waiting.';
  return waiting === 1
    ? 'One person is waiting for an identity review.'
    : `${waiting.toLocaleString('en-US')} people are waiting for an identity review, oldest first.`;
}

function ViewStatsCard() {
  return (
    <Card as="section" className="flex flex-col">
      <h3 className="text-lg font-semibold">View Stats</h3>
      <p className="mt-1 mb-4 text-muted">Revenue, registrations and learners over time.</p>
      <Link
        to="/admin"
        search={{ tab: 'reports' }}
        className={`${buttonClass('secondary')} mt-auto self-start`}
      >
        Open the reports
      </Link>
    </Card>
  );
}
