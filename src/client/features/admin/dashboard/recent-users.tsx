import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecentUser } from '../../../../shared/admin/admin.ts';
import { kycFlagLabels } from '../../../../shared/kyc/kyc-review.ts';
import { personName } from '../../../lib/person-name.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { KycDocumentsDialog } from '../kyc/kyc-documents-dialog.tsx';
import { RejectDialog } from '../kyc/reject-dialog.tsx';
import { UndoBar } from '../kyc/undo-bar.tsx';
import {
  allowsQuickDecision,
  type QuickDecision,
  quickNote,
  useQuickDecision,
} from '../kyc/use-quick-decision.ts';
import { IdentityStatus, userColumns } from '../users/user-columns.tsx';

export function RecentUsers() {
  const query = trpc.admin.users.recent.useQuery(undefined, {
    retry: retryAdminQuery,
    staleTime: 10_000,
  });
  const [shown, setShown] = useState<RecentUser>();
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
              <FormError title="Update failed" failure={failure} />
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
                    onShow={() => setShown(user)}
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
          {shown && <KycDocumentsDialog subject={shown} onClose={() => setShown(undefined)} />}
          {rejecting && (
            <RejectDialog
              // Discards the chosen reason when the dialog opens for another user.
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

/** Adds the KYC warnings to the status. */
const recentColumns: Column<RecentUser>[] = userColumns.map((column) =>
  column.key === 'status' ? { ...column, cell: (user) => <StatusWithFlags user={user} /> } : column,
);

function StatusWithFlags({ user }: { user: RecentUser }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1 sm:justify-start">
      <IdentityStatus user={user} />
      {user.flags.map((flag) => (
        <Badge key={flag} tone="danger">
          {kycFlagLabels[flag]}
        </Badge>
      ))}
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
    <span className="flex flex-wrap justify-end gap-2 @3xl:flex-nowrap">
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
