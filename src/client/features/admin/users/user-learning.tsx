import type { UserPage } from '../../../../shared/admin/admin-users.ts';
import { formatDate, formatDuration } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Section } from '../../../ui/page.tsx';

type Progress = UserPage['progress'][number];

/** The sessions that a user began, the latest first. */
export function UserLearning({ progress }: { progress: readonly Progress[] }) {
  return (
    <Section title="Learning" note={summary(progress)}>
      <DataTable
        caption="Learning"
        rows={progress}
        rowKey={(row) => String(row.sessionId)}
        columns={columns}
        empty={<p className="text-muted">No session has been opened yet.</p>}
      />
    </Section>
  );
}

function summary(progress: readonly Progress[]): string | undefined {
  if (progress.length === 0) return undefined;
  const finished = progress.filter(({ status }) => status === 'completed').length;
  const seconds = progress.reduce((sum, { timeSpent }) => sum + timeSpent, 0);
  return `${finished} of ${progress.length} started sessions finished, ${formatDuration(seconds / 60)} studied`;
}

const columns: Column<Progress>[] = [
  {
    key: 'session',
    header: 'Session',
    phone: 'first',
    cell: (row) => <span className="wrap-anywhere">{row.title}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'first',
    cell: (row) =>
      row.status === 'completed' ? <Badge tone="success">Finished</Badge> : <Badge>In progress</Badge>,
  },
  { key: 'time', header: 'Time', align: 'end', cell: (row) => formatDuration(row.timeSpent / 60) },
  { key: 'last', header: 'Last activity', className: 'tabular', cell: (row) => formatDate(row.updatedAt) },
];
