import { jobLabel, scheduleText } from '../../../../shared/admin/background-jobs.ts';
import type { JobState } from '../../../../shared/admin/system.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';

const isLate = ({ late, overdue }: JobState) => late > 0 || overdue;

/** The background jobs of the server, collapsed while no job is late or has failed in the last 24 hours. */
export function BackgroundJobs({ jobs }: { jobs: readonly JobState[] }) {
  const late = jobs.filter(isLate).length;
  const failed = jobs.filter((job) => job.failed > 0).length;
  const summary =
    late > 0
      ? `${late} of ${jobs.length} late`
      : failed > 0
        ? `${failed} of ${jobs.length} failed in the last 24 hours`
        : `all ${jobs.length} on time`;
  return (
    <details open={late > 0 || failed > 0}>
      <summary className="min-h-11 cursor-pointer content-center text-lg font-semibold">
        Background jobs: {summary}
      </summary>
      <DataTable caption="Background jobs" columns={columns} rows={jobs} rowKey={({ name }) => name} />
    </details>
  );
}

const columns: readonly Column<JobState>[] = [
  { key: 'name', header: 'Job', phone: 'first', cell: ({ name }) => jobLabel(name) },
  {
    key: 'state',
    header: 'State',
    phone: 'first',
    cell: (job) => {
      if (isLate(job)) return <Badge tone="danger">{job.late > 0 ? `${job.late} late` : 'Overdue'}</Badge>;
      if (job.failed > 0) return <Badge tone="warning">{job.failed} failed</Badge>;
      return <Badge tone="success">On time</Badge>;
    },
  },
  {
    key: 'schedule',
    header: 'Runs',
    cell: ({ schedule }) => (schedule === null ? 'When needed' : scheduleText(schedule)),
  },
  {
    key: 'last',
    header: 'Last run',
    cell: ({ lastDoneAt }) => (lastDoneAt === null ? 'Not yet' : formatDateTime(lastDoneAt)),
  },
];
