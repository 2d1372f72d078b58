import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountRow, RecentUser } from '../../../../shared/admin/admin.ts';
import { kycFlagLabels } from '../../../../shared/kyc/kyc-review.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { personName } from '../../../lib/person-name.ts';
import { trpc } from '../../../trpc.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { KycStatusBadge } from '../../../ui/status-badge.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { waitsForApplicant } from '../kyc/kyc-cases.ts';
import { KycDocumentsDialog } from '../kyc/kyc-documents-dialog.tsx';
import { RejectDialog } from '../kyc/reject-dialog.tsx';
import { UndoBar } from '../kyc/undo-bar.tsx';
import {
  allowsQuickDecision,
  type QuickDecision,
  quickNote,
  useQuickDecision,
} from '../kyc/use-quick-decision.ts';
import { textLinkClass } from '../text-link.ts';
import { useListEntry } from '../users/use-selection.ts';

export function RecentUsers() {
  const query = trpc.admin.users.recent.useQuery(undefined, {
    retry: retryAdminQuery,
    staleTime: 10_000,
  });
  const [shown, setShown] = useState<{ user: RecentUser; open: boolean }>();
  const [rejecting, setRejecting] = useState<{ user: RecentUser; open: boolean }>();
  const { decide, busy, failure, undoables, forget } = useQuickDecision({
    onSettled: () => setRejecting((current) => current && { ...current, open: false }),
  });

  return (
    <AdminQueryView
      query={query}
      errorTitle="The newest accounts could not be loaded"
      skeleton={<TableSkeleton label="Loading users..." rows={8} />}
    >
      {(users) => (
        <>
          <UndoBar undoables={undoables} onUndone={forget} onExpire={forget} />
          {failure && (
            <div className="mb-4">
              <FormError title="Update failed" message={failure.message} requestId={failure.requestId} />
            </div>
          )}
          <DataTable
            caption="Recent Users"
            rows={users}
            rowKey={(user) => user.id}
            stale={query.isFetching}
            columns={[
              ...recentColumns,
              {
                key: 'actions',
                header: 'Actions',
                headerHidden: true,
                align: 'end',
                cell: (user) => (
                  <UserActions
                    user={user}
                    busy={busy}
                    onApprove={() => decide(user, 'approved')}
                    onReject={() => setRejecting({ user, open: true })}
                    onShow={() => setShown({ user, open: true })}
                  />
                ),
              },
            ]}
            empty={
              <EmptyState
                headingLevel={3}
                title="No user has joined yet"
                description="New accounts appear here."
              />
            }
          />
          <KycDocumentsDialog
            subject={shown?.user}
            open={shown?.open ?? false}
            onClose={() => shown && setShown({ ...shown, open: false })}
          />
          {rejecting && (
            <RejectDialog
              // Discards the typed reason when the dialog opens for another user.
              key={rejecting.user.id}
              open={rejecting.open}
              name={personName(rejecting.user)}
              note={quickNote('rejected')}
              busy={busy !== undefined}
              onConfirm={(rejection) => decide(rejecting.user, 'rejected', rejection)}
              onClose={() => setRejecting({ ...rejecting, open: false })}
            />
          )}
        </>
      )}
    </AdminQueryView>
  );
}

/** Links to the user's page, which links back to the list with its filters. */
function UserLink({ user }: { user: AccountRow }) {
  const list = useSearch({ from: '/admin' });
  const listEntry = useListEntry();
  return (
    <Link
      to="/admin/users/$id"
      params={{ id: user.id }}
      state={{ adminList: list, listEntry }}
      className={classNames(textLinkClass, 'wrap-anywhere')}
    >
      {personName(user)}
    </Link>
  );
}

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
    cell: (user) => <AccountStatus user={user} />,
  },
  { key: 'plan', header: 'Plan', cell: (user) => <Plan user={user} /> },
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

/** Adds the KYC warnings to the status. */
const recentColumns: Column<RecentUser>[] = userColumns.map((column) =>
  column.key === 'status' ? { ...column, cell: (user) => <StatusWithFlags user={user} /> } : column,
);

/** As in the queue of applications: "Waiting for applicant" while requested items are missing, or else the status. */
function AccountStatus({ user }: { user: ListRow }) {
  if (user.kycAsked) return <Badge tone={waitsForApplicant.tone}>{waitsForApplicant.label}</Badge>;
  return <KycStatusBadge status={user.kycStatus} submitted={user.kycSubmitted} />;
}

function StatusWithFlags({ user }: { user: RecentUser }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1 sm:justify-start">
      <AccountStatus user={user} />
      {user.flags.map((flag) => (
        <Badge key={flag} tone="danger">
          {kycFlagLabels[flag]}
        </Badge>
      ))}
    </span>
  );
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

type UserActionsProps = {
  user: RecentUser;
  busy: { userId: string; status: QuickDecision } | undefined;
  onApprove: () => void;
  onReject: () => void;
  onShow: () => void;
};

function UserActions({ user, busy, onApprove, onReject, onShow }: UserActionsProps) {
  const name = personName(user);
  const isBusy = (status: QuickDecision) => busy?.userId === user.id && busy.status === status;
  return (
    <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      {allowsQuickDecision(user) && (
        <>
          <Button
            size="small"
            busy={isBusy('approved')}
            busyLabel="Approving..."
            disabled={busy !== undefined && !isBusy('approved')}
            onClick={onApprove}
            aria-label={`Approve ${name}`}
          >
            Approve
          </Button>
          <Button
            size="small"
            variant="secondary"
            disabled={busy !== undefined}
            onClick={onReject}
            aria-label={`Reject ${name}`}
          >
            Reject
          </Button>
        </>
      )}
      {user.openCaseId !== null && !allowsQuickDecision(user) && (
        <Link
          to="/admin"
          search={{ tab: 'kyc', case: user.openCaseId }}
          className={buttonClass('secondary', 'small')}
          aria-label={`Review ${name}`}
        >
          Review
        </Link>
      )}
      {user.kycSubmitted && (
        <Button size="small" variant="quiet" onClick={onShow} aria-label={`View documents of ${name}`}>
          View documents
        </Button>
      )}
    </span>
  );
}
