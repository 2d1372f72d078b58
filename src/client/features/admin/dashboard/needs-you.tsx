import { Link } from '@tanstack/react-router';
import type { Waiting } from '../../../../shared/admin/overview.ts';
import { hourMs } from '../../../../shared/durations.ts';
import { serverNow } from '../../../../shared/server-clock.ts';
import { formatDate } from '../../../lib/format.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { trpc } from '../../../trpc.ts';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { waitingText } from '../kyc/kyc-cases.ts';

type Row = {
  kind: keyof Waiting;
  one: string;
  many: string;
  search: AdminSearch;
  /** Whether the query's `at` is the next deadline, or the time since which the oldest item has waited. */
  at: 'deadline' | 'since';
};

/** The most urgent kinds first. */
const rows: readonly Row[] = [
  {
    kind: 'disputes',
    one: 'dispute to answer',
    many: 'disputes to answer',
    search: { tab: 'purchases', view: 'disputes' },
    at: 'deadline',
  },
  {
    kind: 'privacyRequests',
    one: 'privacy request',
    many: 'privacy requests',
    search: { tab: 'messages', view: 'privacy' },
    at: 'deadline',
  },
  {
    kind: 'held',
    one: 'purchase or membership on hold',
    many: 'purchases and memberships on hold',
    search: { tab: 'purchases', view: 'held' },
    at: 'since',
  },
  {
    kind: 'refundRequests',
    one: 'refund request',
    many: 'refund requests',
    search: { tab: 'purchases', view: 'requests' },
    at: 'since',
  },
  {
    kind: 'applications',
    one: 'identity review',
    many: 'identity reviews',
    search: { tab: 'kyc', status: 'open' },
    at: 'since',
  },
  {
    kind: 'questions',
    one: 'question due soon',
    many: 'questions due soon',
    search: { tab: 'coaching' },
    at: 'deadline',
  },
  { kind: 'messages', one: 'message', many: 'messages', search: { tab: 'messages' }, at: 'since' },
  {
    kind: 'failedEmails',
    one: 'email that could not be sent',
    many: 'emails that could not be sent',
    search: { tab: 'system' },
    at: 'since',
  },
];

/**
 * Everything that waits for an admin, except payments that need a decision, for example after a fraud warning. These
 * are listed by `AdminTasks`, further down on the dashboard. Each line links to the page where an admin does the work.
 */
export function NeedsYou() {
  const query = trpc.admin.dashboard.waiting.useQuery(undefined, { staleTime: 10_000 });
  return (
    <section aria-labelledby="needs-you" className="mb-10">
      <h2 id="needs-you" className="mb-3 text-xl font-semibold">
        Needs you
      </h2>
      <AdminQueryView
        query={query}
        errorTitle="Your open tasks could not be loaded"
        skeleton={<WaitingSkeleton />}
      >
        {(waiting) => <WaitingList waiting={waiting} />}
      </AdminQueryView>
    </section>
  );
}

function WaitingList({ waiting }: { waiting: Waiting }) {
  const open = rows.filter(({ kind }) => waiting[kind].count > 0);
  if (open.length === 0) {
    // `AdminTasks` lists the payments that need a decision, below this section of the dashboard.
    const hasNoDecisions = waiting.decisions.count === 0;
    return (
      <p className="text-muted">
        {hasNoDecisions ? 'Nothing is waiting for you.' : 'Only the decisions below are waiting for you.'}
      </p>
    );
  }
  return (
    <ul className="divide-y divide-border rounded-card border border-border bg-surface">
      {open.map((row) => (
        <li key={row.kind}>
          <Link
            to="/admin"
            search={row.search}
            className="flex min-h-12 flex-wrap items-center gap-x-4 px-4 py-2 text-text no-underline hover:bg-sunken"
          >
            <span className="min-w-0 flex-1 font-medium">
              <span className="tabular">{waiting[row.kind].count.toLocaleString('en-US')}</span>{' '}
              {row.kind === 'messages' && waiting.privacyRequests.count > 0 && 'other '}
              {waiting[row.kind].count === 1 ? row.one : row.many}
            </span>
            <Urgency row={row} work={waiting[row.kind]} />
            <span aria-hidden="true" className="text-muted">
              →
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Urgency({ row, work }: { row: Row; work: Waiting[keyof Waiting] }) {
  if (work.overdue > 0) {
    return (
      <span className="text-sm font-semibold text-danger">
        {work.overdue === work.count ? 'Overdue' : `${work.overdue.toLocaleString('en-US')} overdue`}
      </span>
    );
  }
  if (work.at === null) return null;
  return (
    <span className="text-sm text-muted">
      {row.at === 'deadline'
        ? deadlineText(work.at, serverNow())
        : `Waiting ${waitingText(work.at, serverNow())}`}
    </span>
  );
}

function WaitingSkeleton() {
  return (
    <SkeletonRegion label="Loading your open tasks..." className="rounded-card border border-border">
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="flex h-12 items-center px-4">
          <Skeleton className="h-4 w-48" />
        </div>
      ))}
    </SkeletonRegion>
  );
}

/** The time until the next deadline in hours, or its date if it is at least two days away. */
export function deadlineText(at: string, now: number): string {
  const hours = Math.floor((Date.parse(at) - now) / hourMs);
  if (hours < 1) return 'Due within the hour';
  return hours < 48 ? `Due in ${hours} h` : `Next due ${formatDate(at)}`;
}
