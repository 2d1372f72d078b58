import type { AccountViewForAdmin } from '../../../../shared/admin/impersonation.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Section } from '../../../ui/page.tsx';
import { AdminErrorState } from '../admin-query-view.tsx';

const columns: readonly Column<AccountViewForAdmin>[] = [
  { key: 'from', header: 'From', className: 'tabular', cell: ({ startedAt }) => formatDateTime(startedAt) },
  { key: 'to', header: 'To', className: 'tabular', cell: ({ endedAt }) => formatDateTime(endedAt) },
  { key: 'who', header: 'Who', cell: ({ adminName }) => adminName },
  { key: 'why', header: 'Why', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
];

/** Admins who viewed the academy as this student, and why. Hidden when there are none. */
export function UserViews({ userId }: { userId: string }) {
  const views = trpc.admin.impersonation.ofUser.useQuery({ id: userId }, { staleTime: 0 });
  if (views.error) {
    return <AdminErrorState title="The views could not be loaded" query={views} />;
  }
  if (!views.data || views.data.length === 0) return null;
  return (
    <Section title="Viewed as this student" note="The student sees when, not by whom or why">
      <DataTable caption="Views" columns={columns} rows={views.data} rowKey={({ id }) => id} />
    </Section>
  );
}
