import type { FailedEmail } from '../../../../shared/messages/failed-emails.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';

/** Emails that could not be sent, with the error of the last attempt. */
export function FailedEmails() {
  const query = trpc.admin.email.listFailed.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
  );
  return (
    <AdminQueryView
      query={query}
      errorTitle="The emails could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the emails...">
          <TableSkeleton rows={2} />
        </SkeletonRegion>
      }
    >
      {(data) => {
        const emails = loadedItems(data);
        if (emails.length === 0) return <p className="text-muted">No failed email needs you.</p>;
        return (
          <>
            <DataTable
              caption="Emails that could not be sent, newest first"
              columns={columns}
              rows={emails}
              rowKey={({ id }) => id}
            />
            <LoadMore query={query} label="emails" />
          </>
        );
      }}
    </AdminQueryView>
  );
}

const columns: readonly Column<FailedEmail>[] = [
  {
    key: 'at',
    header: 'Queued',
    className: 'sm:whitespace-nowrap',
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    key: 'to',
    header: 'To',
    cell: (email) => (
      <span className="min-w-0 sm:block sm:min-w-44">
        <span className="block wrap-anywhere">{email.to}</span>
        <span className="block wrap-anywhere text-muted">{email.subject}</span>
      </span>
    ),
  },
  {
    key: 'error',
    header: 'Last error',
    cell: ({ lastError, attempts }) => (
      <span className="min-w-0 sm:block sm:min-w-44">
        <span className="block wrap-anywhere">{lastError ?? 'Unknown'}</span>
        <span className="block text-muted">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    cell: (email) => <EmailActions email={email} />,
  },
];

function EmailActions({ email }: { email: FailedEmail }) {
  const utils = trpc.useUtils();
  const onSettled = () =>
    Promise.all([
      utils.admin.email.listFailed.invalidate(),
      utils.admin.system.status.invalidate(),
      utils.admin.dashboard.waiting.invalidate(),
    ]);
  const retry = useAction(
    trpc.admin.email.retry.useMutation({
      onSuccess: () =>
        showToast({ title: 'The email is being sent again', description: email.subject, tone: 'success' }),
      onError: showFailure('The email could not be sent again'),
      onSettled,
    }),
  );
  const dismiss = useAction(
    trpc.admin.email.dismiss.useMutation({
      onSuccess: () => showToast({ title: 'Dismissed', description: email.subject, tone: 'success' }),
      onError: showFailure('The email was not dismissed'),
      onSettled,
    }),
  );
  const described = `${email.subject}, to ${email.to}`;
  return (
    <span className="flex flex-wrap items-center gap-2 sm:justify-end">
      {email.retryable ? (
        <Button
          size="small"
          variant="secondary"
          busy={retry.isPending}
          busyLabel="Sending..."
          aria-label={`Send again: ${described}`}
          onClick={() => retry.run({ id: email.id })}
        >
          Send again
        </Button>
      ) : (
        <span className="text-sm text-muted">
          Its one-time link was removed. The user can request a new one.
        </span>
      )}
      <Button
        size="small"
        variant="secondary"
        busy={dismiss.isPending}
        busyLabel="Dismissing..."
        aria-label={`Dismiss: ${described}`}
        onClick={() => dismiss.run({ id: email.id })}
      >
        Dismiss
      </Button>
    </span>
  );
}
