import { useState } from 'react';
import {
  type FailedEmail,
  type FailedEmails as FailedEmailsPage,
  maxEmailsAtOnce,
} from '../../../../shared/messages/failed-emails.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { useRefresh } from '../use-refresh.ts';

/** Emails that could not be sent, with the error of the last attempt. */
export function FailedEmails() {
  const query = trpc.admin.email.listFailed.useInfiniteQuery({}, byCursor);
  return (
    <AdminQueryView
      query={query}
      errorTitle="The emails could not be loaded"
      skeleton={<TableSkeleton label="Loading the emails..." rows={2} />}
    >
      {(data) => {
        const emails = loadedItems(data);
        if (emails.length === 0) return <p className="text-muted">No failed emails.</p>;
        return (
          <>
            {data.pages[0] && <BulkActions counts={data.pages[0].counts} />}
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
        <span className="block text-muted">{countText(attempts, 'attempt')}</span>
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

const emailsText = (count: number) => countText(count, 'email');

/** The actions on all failed emails, including those that the list has not loaded yet. */
function BulkActions({ counts }: Pick<FailedEmailsPage, 'counts'>) {
  const { client } = trpc.useUtils();
  const [action, setAction] = useState<AdminAction>();
  const { failedUntil, oldestAt } = counts;
  if (counts.all < 2 || failedUntil === null || oldestAt === null) return null;
  const sent = Math.min(counts.retryable, maxEmailsAtOnce);
  const dismissed = Math.min(counts.all, maxEmailsAtOnce);
  const oldest = `The oldest is from ${formatDate(oldestAt)}.`;
  const sendAll: AdminAction = {
    title: `Send ${emailsText(sent)} again?`,
    consequence: `${oldest} Emails whose one-time link was removed, and emails that the recipient no longer gets, stay in the list.`,
    confirm: `Send ${emailsText(sent)}`,
    busy: 'Sending...',
    failure: 'The emails could not be sent again',
    async run() {
      const { count } = await client.admin.email.retryAll.mutate({ failedUntil });
      return `${emailsText(count)} ${count === 1 ? 'is' : 'are'} being sent again`;
    },
  };
  const dismissAll: AdminAction = {
    title: `Dismiss ${emailsText(dismissed)}?`,
    consequence: `${oldest} They are not sent, and leave this list.`,
    confirm: `Dismiss ${emailsText(dismissed)}`,
    busy: 'Dismissing...',
    isDanger: true,
    failure: 'The emails were not dismissed',
    async run() {
      const { count } = await client.admin.email.dismissAll.mutate({ failedUntil });
      return `${emailsText(count)} dismissed`;
    },
  };
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {counts.retryable > 1 && (
        <Button variant="secondary" onClick={() => setAction(sendAll)}>
          Send all again
        </Button>
      )}
      <Button variant="secondary" onClick={() => setAction(dismissAll)}>
        Dismiss all
      </Button>
      {action && <ActionDialog action={action} onClose={() => setAction(undefined)} />}
    </div>
  );
}

function EmailActions({ email }: { email: FailedEmail }) {
  const { onSettled } = useRefresh();
  const retry = useAction(
    trpc.admin.email.retry.useMutation({
      onSuccess: () =>
        showToast({ title: 'The email is being sent again', description: email.subject, tone: 'success' }),
      onError: showFailure('The email could not be sent again', 'The email may have been sent again'),
      onSettled,
    }),
  );
  const dismiss = useAction(
    trpc.admin.email.dismiss.useMutation({
      onSuccess: () => showToast({ title: 'Dismissed', description: email.subject, tone: 'success' }),
      onError: showFailure('The email was not dismissed', 'The email may have been dismissed'),
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
