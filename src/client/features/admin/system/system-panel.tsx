import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CheckState, SystemCheck, SystemStatus } from '../../../../shared/admin/system.ts';
import { retention } from '../../../../shared/profile/retention.ts';
import { formatDateTime } from '../../../lib/format.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { BackgroundJobs } from './background-jobs.tsx';
import { FailedEmails } from './failed-emails.tsx';
import { StoredFiles } from './stored-files.tsx';
import { TestEmail } from './test-email.tsx';
import { UnreadableHands } from './unreadable-hands.tsx';

/** Health checks with instructions. */
export function SystemPanel() {
  // If false, the check of the payments ledger may show a result that is up to a minute old.
  const [recount, setRecount] = useState(false);
  const query = trpc.admin.system.status.useQuery({ recount });
  // While the first recount is in progress, and if it fails, the result without a recount stays on the page.
  const [latest, setLatest] = useState(query.data);
  if (query.data && query.data !== latest) setLatest(query.data);
  return (
    <>
      <h2 className="sr-only">System</h2>
      <div className="mb-6 flex justify-end sm:-mt-16">
        <Button
          variant="secondary"
          busy={query.isFetching}
          busyLabel="Checking..."
          onClick={() => (recount ? void query.refetch() : setRecount(true))}
        >
          Check again
        </Button>
      </div>
      <AdminQueryView
        query={{ ...query, data: query.data ?? latest }}
        errorTitle="The system could not be checked"
        skeleton={<StatusSkeleton />}
      >
        {(status) => <Status status={status} />}
      </AdminQueryView>
    </>
  );
}

const checks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

function StatusSkeleton() {
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
        {status.checks
          .toSorted((one, other) => urgency[one.state] - urgency[other.state])
          .map((check) => (
            <Check key={check.key} check={check} />
          ))}
      </ul>
      {status.checks.some(({ key, state }) => key === 'files' && state !== 'ok') && (
        <Section title="Stored files" note="Compared with the database each night" className="mt-10!">
          <StoredFiles />
        </Section>
      )}
      {status.lastBackupAt !== undefined && (
        <Section title="Backups" className="mt-10!">
          <LastBackup at={status.lastBackupAt} />
        </Section>
      )}
      <Section title="Emails" className="mt-10!">
        <TestEmail />
        <h3 className="mt-6 mb-2 font-semibold">Emails that could not be sent</h3>
        <FailedEmails />
      </Section>
      <Section
        title="Unreadable hands"
        note={`Hand histories that could not be read. Students sent them anonymously; they are erased after ${retention.unreadableHandDays} days.`}
        className="mt-10!"
      >
        <UnreadableHands />
      </Section>
      <div className="mt-10 divide-y divide-border border-y border-border">
        {/* The list of jobs is empty only if the check of the jobs failed. */}
        {status.jobs.length > 0 && <BackgroundJobs jobs={status.jobs} />}
        <details>
          <summary className="min-h-11 cursor-pointer content-center text-lg font-semibold">
            Technical details
          </summary>
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
        </details>
      </div>
    </>
  );
}

function LastBackup({ at }: { at: string | null }) {
  return (
    <p className="measure">
      {at === null ? (
        <>
          The academy has no record of a backup made with <code>npm run backup</code>. The file{' '}
          <code>docs/operations.md</code> describes backups, including your provider’s snapshots.
        </>
      ) : (
        <>
          Last backup with <code>npm run backup</code>: {formatDateTime(at)}
        </>
      )}
    </p>
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
        title={failed === 1 ? 'One part does not work' : `${failed} parts do not work`}
      >
        The list below says what to do.
      </Notice>
    );
  }
  if (warned > 0) {
    return (
      <Notice
        tone="warning"
        role="status"
        title={warned === 1 ? 'One part needs your attention' : `${warned} parts need your attention`}
      >
        The academy works. The list below says what to do.
      </Notice>
    );
  }
  return <Notice tone="success" role="status" title="Everything works" />;
}

const stateLabels: Record<CheckState, StatusLabel> = {
  ok: { label: 'Works', tone: 'success' },
  warning: { label: 'Attention', tone: 'warning' },
  failed: { label: 'Problem', tone: 'danger' },
};

/** Checks that need attention come first. */
const urgency: Record<CheckState, number> = { failed: 0, warning: 1, ok: 2 };

function Check({ check }: { check: SystemCheck }) {
  return (
    <li className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[10rem_8rem_minmax(0,1fr)] sm:items-baseline">
      <h3 className="font-semibold">{check.label}</h3>
      <p>
        <StatusBadge status={stateLabels[check.state]} />
      </p>
      <div className="min-w-0 wrap-anywhere">
        <p>{check.summary}</p>
        {check.advice !== null && <p className="measure text-sm text-muted">{check.advice}</p>}
        {check.technical !== null && (
          <details className="text-sm">
            <summary className="min-h-6 cursor-pointer content-center text-primary-text">
              For the person who runs the server
            </summary>
            <p className="measure text-muted">{check.technical}</p>
          </details>
        )}
        {check.key === 'webhooks' && (
          <Link to="/admin" search={{ tab: 'stats', view: 'webhooks' }} className={adminLinkClass}>
            Payment events
          </Link>
        )}
      </div>
    </li>
  );
}
