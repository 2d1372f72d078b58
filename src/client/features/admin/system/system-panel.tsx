import { Link } from '@tanstack/react-router';
import type { CheckState, JobState, SystemCheck, SystemStatus } from '../../../../shared/admin/system.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { AdminErrorState } from '../admin-query-view.tsx';
import { textLinkClass } from '../text-link.ts';
import { FailedEmails } from './failed-emails.tsx';
import { StoredFiles } from './stored-files.tsx';

/** Health checks with instructions. */
export function SystemPanel() {
  const status = trpc.admin.system.status.useQuery(undefined, { staleTime: 0 });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">System</h2>
        <Button
          variant="secondary"
          busy={status.isFetching}
          busyLabel="Checking..."
          onClick={() => void status.refetch()}
        >
          Check again
        </Button>
      </div>
      {status.error ? (
        <AdminErrorState title="The system could not be checked" query={status} />
      ) : status.data ? (
        <Status status={status.data} />
      ) : (
        <StatusLoading />
      )}
    </>
  );
}

const checks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function StatusLoading() {
  return (
    <SkeletonRegion label="Checking...">
      <Skeleton className="h-18" />
      <div className="mt-6 divide-y divide-border border-y border-border">
        {checks.map((check) => (
          <div
            key={check}
            className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[10rem_8rem_minmax(0,1fr)] sm:items-center"
          >
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-6 w-16" />
            <Skeleton className="h-5 w-64 max-w-full" />
          </div>
        ))}
      </div>
    </SkeletonRegion>
  );
}

function Status({ status }: { status: SystemStatus }) {
  return (
    <>
      <Summary checks={status.checks} />
      <ul className="mt-6 divide-y divide-border border-y border-border">
        {status.checks.map((check) => (
          <Check key={check.key} check={check} />
        ))}
      </ul>
      {status.checks.some(({ key, state }) => key === 'files' && state !== 'ok') && (
        <Section title="Stored files" note="Compared with the database each night" className="mt-10!">
          <StoredFiles />
        </Section>
      )}
      <Section title="Emails that were given up" className="mt-10!">
        <FailedEmails />
      </Section>
      <Section title="Background jobs" note="Times are UTC in the schedule" className="mt-10!">
        <DataTable
          caption="Background jobs"
          columns={jobColumns}
          rows={status.jobs}
          rowKey={({ name }) => name}
        />
      </Section>
      <Section title="What runs here" className="mt-10!">
        <DescriptionList
          items={[
            { term: 'Version', detail: status.version },
            { term: 'Running since', detail: formatDateTime(status.startedAt) },
            { term: 'Node.js', detail: status.node },
            { term: 'Postgres', detail: status.postgres },
            { term: 'Memory', detail: `${Math.round(status.memoryBytes / 1024 ** 2)} MB` },
            { term: 'Checked', detail: formatDateTime(status.checkedAt) },
          ]}
        />
      </Section>
    </>
  );
}

function Summary({ checks }: { checks: readonly SystemCheck[] }) {
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const warned = checks.filter(({ state }) => state === 'warning').length;
  if (failed > 0) {
    return (
      <Notice
        tone="danger"
        role="status"
        title={failed === 1 ? 'One part is not well' : `${failed} parts are not well`}
      >
        What to do stands beside each.
      </Notice>
    );
  }
  if (warned > 0) {
    return (
      <Notice tone="warning" role="status" title="It works, with something to look at">
        What to do stands beside each.
      </Notice>
    );
  }
  return <Notice tone="success" role="status" title="Everything is well" />;
}

const stateLabels: Record<CheckState, { word: string; tone: BadgeTone }> = {
  ok: { word: 'Well', tone: 'success' },
  warning: { word: 'Look at this', tone: 'warning' },
  failed: { word: 'Not well', tone: 'danger' },
};

function Check({ check }: { check: SystemCheck }) {
  const { word, tone } = stateLabels[check.state];
  return (
    <li className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[10rem_8rem_minmax(0,1fr)] sm:items-baseline">
      <h3 className="font-semibold">{check.label}</h3>
      <p>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <div className="min-w-0 wrap-anywhere">
        <p>{check.summary}</p>
        {check.advice !== null && <p className="measure text-sm text-muted">{check.advice}</p>}
        {check.key === 'webhooks' && (
          <Link to="/admin" search={{ tab: 'stats', view: 'webhooks' }} className={textLinkClass}>
            Payment events
          </Link>
        )}
      </div>
    </li>
  );
}

const jobColumns: readonly Column<JobState>[] = [
  { key: 'name', header: 'Job', cell: ({ name }) => <span className="font-mono text-xs">{name}</span> },
  {
    key: 'schedule',
    header: 'Runs',
    cell: ({ schedule }) =>
      schedule === null ? 'When needed' : <span className="font-mono text-xs">{schedule}</span>,
  },
  {
    key: 'last',
    header: 'Last done',
    cell: ({ lastDoneAt }) => (lastDoneAt === null ? 'Not yet' : formatDateTime(lastDoneAt)),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ late, overdue, failed }) => {
      if (late > 0 || overdue) return <Badge tone="danger">{late > 0 ? `${late} late` : 'Overdue'}</Badge>;
      if (failed > 0) return <Badge tone="warning">{failed} failed within a day</Badge>;
      return <Badge tone="success">In time</Badge>;
    },
  },
];
