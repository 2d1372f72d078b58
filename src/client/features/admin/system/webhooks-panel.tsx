import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { maxUnfinished, type WebhookEvent, type Webhooks } from '../../../../shared/payments/webhooks.ts';
import { formatDateTime } from '../../../lib/format.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { useRefresh } from '../use-refresh.ts';

/** Stripe events: how they were processed, and which failed. */
export function WebhooksPanel() {
  const query = trpc.admin.webhooks.list.useQuery();
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Payment events</h2>
        <div className="flex flex-wrap gap-2">
          <Link
            to="/admin"
            search={{ tab: 'stats' }}
            className={classNames(buttonClass('quiet'), 'max-sm:-ml-4')}
          >
            Back to the dashboard
          </Link>
          <Button
            variant="secondary"
            busy={query.isFetching}
            busyLabel="Refreshing..."
            onClick={() => void query.refetch()}
          >
            Refresh
          </Button>
        </div>
      </div>
      <AdminQueryView
        query={query}
        errorTitle="The events could not be loaded"
        skeleton={<TableSkeleton label="Loading the events..." rows={8} />}
      >
        {(webhooks) => <Events webhooks={webhooks} />}
      </AdminQueryView>
    </>
  );
}

function Events({ webhooks }: { webhooks: Webhooks }) {
  return (
    <>
      <Health webhooks={webhooks} />
      {webhooks.unfinished.length > 0 && (
        <Section
          title="Not processed"
          note={
            webhooks.unfinished.length < maxUnfinished
              ? webhooks.unfinished.length
              : `${maxUnfinished} or more`
          }
          className="mt-10!"
        >
          <DataTable
            caption="Events that were not processed"
            columns={eventColumns}
            rows={webhooks.unfinished}
            rowKey={(event) => event.id}
          />
        </Section>
      )}
      <Section title="By type" note="The last 30 days" className="mt-10!">
        <DataTable
          caption="Events by type"
          columns={typeColumns}
          rows={webhooks.types}
          rowKey={({ type }) => type}
          empty={
            <EmptyState
              headingLevel={3}
              title="No events yet"
              description="Stripe reports each payment here within seconds, once its webhook points to this academy."
            />
          }
        />
      </Section>
      {webhooks.newest.length > 0 && (
        <Section title="Newest" note="At most 50" className="mt-10!">
          <DataTable
            caption="Newest events"
            columns={eventColumns}
            rows={webhooks.newest}
            rowKey={(event) => event.id}
          />
        </Section>
      )}
    </>
  );
}

function Health({ webhooks }: { webhooks: Webhooks }) {
  const mode = webhooks.livemode ? 'live mode' : 'test mode';
  if (!webhooks.configured) {
    return (
      <Notice tone="danger" title="No signing secret is set">
        Every event is rejected until the person who runs the server has set the webhook’s signing secret.
        Until then, payments are found when the buyer returns and by the job that asks Stripe every few
        minutes.
      </Notice>
    );
  }
  if (webhooks.lastReceivedAt === null) {
    return (
      <Notice tone="warning" title="Nothing has arrived yet">
        The academy runs in {mode}. Until the first event comes, payments are found when the buyer returns and
        by the job that asks Stripe every few minutes.
      </Notice>
    );
  }
  const isHealthy = webhooks.unfinished.length === 0;
  return (
    <Notice
      tone={isHealthy ? 'success' : 'warning'}
      title={isHealthy ? 'Events arrive and are processed' : 'Some events were not processed'}
    >
      The last event arrived on {formatDateTime(webhooks.lastReceivedAt)}. The academy runs in {mode}; events
      of the other mode are ignored.
    </Notice>
  );
}

const statusLabels: Record<WebhookEvent['status'], StatusLabel> = {
  received: { label: 'Not processed', tone: 'warning' },
  processed: { label: 'Processed', tone: 'success' },
  ignored: { label: 'Ignored', tone: 'neutral' },
};

/** The type of an event. A line breaks only after a dot. */
function EventType({ type }: { type: string }) {
  const parts = type.split('.');
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join('.')}>
      {index > 0 && (
        <>
          .<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}

type TypeCounts = Webhooks['types'][number];

const countColumn = (
  key: 'received' | 'processed' | 'ignored' | 'unfinished',
  header: string,
): Column<TypeCounts> => ({
  key,
  header,
  align: 'end',
  cell: (counts) => counts[key].toLocaleString('en-US'),
});

const typeColumns: readonly Column<TypeCounts>[] = [
  {
    key: 'type',
    header: 'Type',
    cell: ({ type }) => (
      <span className="font-mono text-xs">
        <EventType type={type} />
      </span>
    ),
  },
  countColumn('received', 'Received'),
  countColumn('processed', 'Processed'),
  countColumn('ignored', 'Ignored'),
  countColumn('unfinished', 'Not processed'),
  {
    key: 'last',
    header: 'Last seen',
    cell: ({ lastReceivedAt }) => formatDateTime(lastReceivedAt),
  },
];

const eventColumns: readonly Column<WebhookEvent>[] = [
  {
    key: 'received',
    header: 'Received',
    className: 'sm:whitespace-nowrap',
    cell: (event) => formatDateTime(event.receivedAt),
  },
  {
    key: 'type',
    header: 'Event',
    cell: (event) => (
      <span className="min-w-0 font-mono text-xs">
        <EventType type={event.type} />
        <span className="block wrap-anywhere text-muted">{event.objectId ?? event.id}</span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Outcome',
    cell: (event) => (
      <span className="flex min-w-0 flex-col items-end gap-1 sm:items-start">
        <StatusBadge status={statusLabels[event.status]} />
        {(event.lastError ?? event.reason) && (
          <span className="max-w-72 text-xs wrap-anywhere text-muted">{event.lastError ?? event.reason}</span>
        )}
        {event.attempts > 1 && <span className="text-xs text-muted">{event.attempts} attempts</span>}
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    cell: (event) => <Replay event={event} />,
  },
];

/** Processes the event again. This is safe, because processing reads the current state from Stripe. */
function Replay({ event }: { event: WebhookEvent }) {
  const replay = useAction(
    trpc.admin.webhooks.replay.useMutation({
      onSuccess(after) {
        const isDone = after.status !== 'received';
        showToast({
          title: isDone ? statusLabels[after.status].label : 'The event was not processed',
          description: after.lastError ?? after.reason ?? undefined,
          tone: isDone ? 'success' : 'danger',
        });
      },
      onError: showFailure(
        'The event could not be processed again',
        'The event may have been processed again',
      ),
      onSettled: useRefresh().onSettled,
    }),
  );

  return (
    <Button
      size="small"
      variant="secondary"
      busy={replay.isPending}
      busyLabel="Processing..."
      onClick={() => replay.run({ eventId: event.id })}
    >
      Process again<span className="sr-only">{` ${event.type}, ${event.id}`}</span>
    </Button>
  );
}
