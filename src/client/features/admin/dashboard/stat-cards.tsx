import { Link } from '@tanstack/react-router';
import type { Analytics } from '../../../../shared/admin/admin.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { adminLinkClass } from '../admin-link.ts';

const stripClass =
  'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border lg:grid-cols-4';

/**
 * Figures about users and applications, each with a link to its list.
 * @param waiting - the number of identity reviews that wait for an admin, without those that wait for the applicant;
 * undefined if the number is not known
 */
export function StatCards({ analytics, waiting }: { analytics: Analytics; waiting: number | undefined }) {
  return (
    <dl className={stripClass}>
      <Stat
        label="Total users"
        value={analytics.totalUsers}
        link={{ search: { tab: 'users' }, label: 'Show all' }}
      />
      <Stat
        label="Pending approvals"
        value={analytics.pendingKyc}
        link={{ search: { tab: 'kyc', status: 'open' }, label: reviewLabel(analytics.pendingKyc, waiting) }}
      />
      <Stat
        label="Approved users"
        value={analytics.approvedUsers}
        link={{ search: { tab: 'users', status: 'approved' }, label: 'Show approved' }}
      />
      <Stat
        label="Rejected applications"
        value={analytics.rejectedApplications}
        link={{ search: { tab: 'kyc', status: 'rejected' }, label: 'Show rejected' }}
      />
    </dl>
  );
}

/**
 * The text of the link. The figure above includes cases sent back to applicants; if an admin can review fewer cases,
 * the text says how many. An admin can review more if applicants have become admins, whom the figure leaves out.
 */
function reviewLabel(pending: number, waiting: number | undefined): string {
  if (waiting === undefined || waiting >= pending) return 'Review';
  if (waiting === 0) return 'None of them is waiting for you';
  return waiting === 1
    ? 'Review the one that is waiting for you'
    : `Review the ${waiting.toLocaleString('en-US')} that are waiting for you`;
}

function Stat({
  label,
  value,
  link,
}: {
  label: string;
  value: number;
  link: { search: AdminSearch; label: string };
}) {
  return (
    <div className="flex min-h-32 flex-col bg-surface p-4 sm:p-6">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-2xl font-semibold tabular">{value.toLocaleString('en-US')}</dd>
      <dd className="mt-auto pt-2 text-sm">
        <Link to="/admin" search={link.search} className={adminLinkClass}>
          {link.label}
        </Link>
      </dd>
    </div>
  );
}

export function StatCardsSkeleton() {
  return (
    <SkeletonRegion label="Loading figures..." className={stripClass}>
      {['users', 'pending', 'approved', 'rejected'].map((figure) => (
        <div key={figure} className="flex min-h-32 flex-col gap-3 bg-surface p-4 sm:p-6">
          <Skeleton className="h-4 w-28 max-w-full" />
          <Skeleton className="h-8 w-16" />
        </div>
      ))}
    </SkeletonRegion>
  );
}
