import type { Overview } from '../../../../shared/admin/overview.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { trpc } from '../../../trpc.ts';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';

const stripClass =
  'grid grid-cols-1 gap-px overflow-hidden min-[24rem]:grid-cols-2 rounded-card border border-border bg-border xl:grid-cols-4';
const figureClass = 'flex min-h-28 flex-col bg-surface p-4';

/** Revenue, best sellers, the steps from visit to purchase, and the number of new students. */
export function MoneyFigures() {
  const query = trpc.admin.dashboard.overview.useQuery(undefined, { staleTime: 30_000 });
  return (
    <section aria-labelledby="money" className="mb-10">
      <h2 id="money" className="text-xl font-semibold">
        Money
      </h2>
      <p className="mb-3 text-sm text-muted">
        Days begin at 00:00 UTC. Refunds and lost disputes count on the day of the original payment.
      </p>
      <AdminQueryView
        query={query}
        errorTitle="The revenue figures could not be loaded"
        skeleton={<FiguresSkeleton />}
      >
        {(overview) => <Figures overview={overview} />}
      </AdminQueryView>
    </section>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const { today, month, lastMonth, funnel, bestSellers } = overview;
  const largestCount = Math.max(funnel.visits, funnel.registered);
  return (
    <>
      <dl className={stripClass}>
        <Figure
          label="Today"
          value={formatCents(today.netCents)}
          note={countText(today.payments, 'payment')}
        />
        <Figure
          label="This month"
          value={formatCents(month.netCents)}
          note={changeText(month.netCents, lastMonth.netCents)}
        />
        <Figure
          label="Monthly recurring revenue"
          value={formatCents(overview.recurringCents)}
          note={countText(overview.memberships, 'running subscription')}
        />
        <Figure
          label="Refunded this month"
          value={formatCents(month.refundedCents)}
          note={changeText(month.refundedCents, lastMonth.refundedCents)}
        />
      </dl>
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-2">
        <div>
          <h3 className="font-semibold">What sells</h3>
          <p className="text-sm text-muted">The last 30 days, before refunds</p>
          {bestSellers.length === 0 ? (
            <p className="mt-3 text-muted">Nothing was sold in the last 30 days.</p>
          ) : (
            <ul className="mt-2 divide-y divide-border border-y border-border text-sm">
              {bestSellers.map(({ name, sold, grossCents }) => (
                <li key={name} className="flex items-baseline gap-4 py-2">
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <span className="text-muted tabular">{sold.toLocaleString('en-US')} sold</span>
                  <span className="w-24 text-right tabular">{formatCents(grossCents)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div>
          <h3 className="font-semibold">From visit to purchase</h3>
          <p className="text-sm text-muted">The last 30 days</p>
          <dl className="mt-2 divide-y divide-border border-y border-border text-sm">
            <Step label="Visits" count={funnel.visits} of={largestCount} />
            <Step label="Registered" count={funnel.registered} of={largestCount} />
            <Step label="Identity verified" count={funnel.verified} of={largestCount} />
            <Step label="Bought something" count={funnel.bought} of={largestCount} />
          </dl>
          <p className="mt-3 text-sm text-muted">
            A visit begins when a visitor who is not logged in follows a link from another site, opens a
            bookmark or types the address. Visits are only counted: nothing about the visitor is stored.
            {funnel.visits < funnel.registered && ` ${fewVisitsText(funnel.visitsSince)}`}
          </p>
          <p className="mt-3 text-sm text-muted">
            {countText(overview.newStudents.month, 'new student')} this month,{' '}
            {overview.newStudents.lastMonth.toLocaleString('en-US')} at this time last month.
          </p>
        </div>
      </div>
    </>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className={figureClass}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-lg font-semibold wrap-anywhere tabular sm:text-2xl">{value}</dd>
      <dd className="mt-auto pt-1 text-sm text-muted tabular">{note}</dd>
    </div>
  );
}

function Step({ label, count, of }: { label: string; count: number; of: number }) {
  const share = of === 0 ? 0 : count / of;
  return (
    <div className="flex flex-wrap items-center gap-x-4 py-2">
      <dt className="w-28 shrink-0 sm:w-36">{label}</dt>
      <dd className="flex flex-1 items-center gap-3">
        <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-sunken">
          <span className="block h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
        </span>
        <span className="w-24 text-right tabular">
          {count.toLocaleString('en-US')}
          {of > 0 && <span className="text-muted"> ({formatShare(count, of)})</span>}
        </span>
      </dd>
    </div>
  );
}

/** Why there can be fewer visits than registrations. */
function fewVisitsText(since: string | null): string {
  return since === null
    ? 'No visit has been counted so far.'
    : `Visits have been counted since ${formatDate(since)}, in browsers that say where a visit comes from, so there can be fewer visits than registrations.`;
}

/**
 * Compares an amount of this month, in cents, with the amount that last month had reached at the same time. If the
 * amount of last month is zero or negative, the text contains no percentage.
 */
export function changeText(now: number, before: number): string {
  if (now === before) return 'Same as at this time last month';
  if (before === 0) return 'Nothing at this time last month';
  if (before < 0) return `${formatCents(before)} at this time last month`;
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return 'About the same as at this time last month';
  return `${Math.abs(change)}% ${change > 0 ? 'more' : 'less'} than at this time last month`;
}

function FiguresSkeleton() {
  return (
    <SkeletonRegion label="Loading the revenue figures..." className={stripClass}>
      {['today', 'month', 'recurring', 'refunded'].map((figure) => (
        <div key={figure} className={`${figureClass} gap-3`}>
          <Skeleton className="h-4 w-28 max-w-full" />
          <Skeleton className="h-8 w-20" />
        </div>
      ))}
    </SkeletonRegion>
  );
}
