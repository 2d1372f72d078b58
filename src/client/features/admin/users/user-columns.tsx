import { Link, useSearch } from '@tanstack/react-router';
import type { AccountRow } from '../../../../shared/admin/admin.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { personName } from '../../../lib/person-name.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { KycStatusBadge, StatusBadge } from '../../../ui/status-badge.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { waitsForApplicant } from '../kyc/kyc-cases.ts';
import { useListEntry } from './use-selection.ts';

type ListRow = AccountRow & { kycAsked: boolean };

/** The first columns of each user list. */
export const userColumns: Column<ListRow>[] = [
  {
    key: 'name',
    header: 'Name',
    phone: 'first',
    sortKey: 'name',
    cell: (user) => (
      <span className="flex min-w-0 items-center gap-3 sm:min-w-56">
        <Avatar
          size="small"
          firstName={user.firstName}
          lastName={user.lastName}
          imageUrl={user.profileImageUrl}
          className="max-sm:hidden"
        />
        <span className="min-w-0">
          <UserLink user={user} />
          <span title={user.email} className="block truncate text-muted max-sm:text-xs sm:max-w-52">
            {user.email}
          </span>
        </span>
      </span>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    phone: 'hidden',
    wideOnly: true,
    cell: (user) => (user.role === 'admin' ? <Badge tone="primary">Admin</Badge> : 'User'),
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'first',
    className: 'max-sm:ml-auto',
    cell: (user) => <IdentityStatus user={user} />,
  },
  { key: 'plan', header: 'Membership', cell: (user) => <Plan user={user} /> },
  {
    key: 'joined',
    header: 'Joined',
    sortKey: 'joined',
    descendingFirst: true,
    wideOnly: true,
    className: 'tabular sm:whitespace-nowrap',
    cell: (user) => formatDate(user.createdAt),
  },
];

/** Links to the user's page, which links back to the list with its filters. */
function UserLink({ user }: { user: AccountRow }) {
  const list = useSearch({ from: '/admin' });
  const listEntry = useListEntry();
  return (
    <Link
      to="/admin/users/$id"
      params={{ id: user.id }}
      state={{ adminList: list, listEntry }}
      className={classNames(adminLinkClass, 'wrap-anywhere')}
    >
      {personName(user)}
    </Link>
  );
}

/** As in the queue of applications: "Waiting for applicant" while requested items are missing, otherwise the status. */
export function IdentityStatus({ user }: { user: ListRow }) {
  if (user.kycAsked) return <StatusBadge status={waitsForApplicant} />;
  return <KycStatusBadge status={user.kycStatus} submitted={user.kycSubmitted} />;
}

function Plan({ user }: { user: AccountRow }) {
  return (
    <span className="tabular">
      <span className="capitalize">{user.subscriptionPlan}</span>
      {user.subscriptionPlan === 'custom' && user.customPlanAmount !== null && (
        <span className="text-muted"> {formatCents(user.customPlanAmount)}</span>
      )}
    </span>
  );
}
