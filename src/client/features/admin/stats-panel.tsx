import { trpc } from '../../trpc.ts';
import { Section } from '../../ui/page.tsx';
import { AdminErrorState } from './admin-error-state.tsx';
import { ApproveCard } from './approve-card.tsx';
import { RecentUsers } from './recent-users.tsx';
import { StatCards, StatCardsSkeleton } from './stat-cards.tsx';
import { SubscriptionOverview, SubscriptionOverviewSkeleton } from './subscription-overview.tsx';
import { UserExports } from './user-exports.tsx';

/** Dashboard & Stats (S1 §2). Figures and people load apart: one may fail without the other. */
export function StatsPanel() {
  const analytics = trpc.admin.analytics.useQuery();
  return (
    <>
      {analytics.error ? (
        <AdminErrorState
          title="The figures could not be loaded"
          error={analytics.error}
          onRetry={() => void analytics.refetch()}
          retrying={analytics.isFetching}
        />
      ) : (
        <>
          <h2 className="sr-only">Figures</h2>
          {analytics.data ? <StatCards analytics={analytics.data} /> : <StatCardsSkeleton />}
          <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            {analytics.data ? (
              <SubscriptionOverview analytics={analytics.data} />
            ) : (
              <SubscriptionOverviewSkeleton />
            )}
            <ApproveCard waiting={analytics.data?.pendingKyc} />
          </div>
        </>
      )}
      <Section title="Recent Users" note="The 20 newest accounts" className="mt-12!">
        <UserExports />
        <RecentUsers />
      </Section>
    </>
  );
}
