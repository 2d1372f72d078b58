import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { KycStatusBadge } from '../../ui/status-badge.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';

const rows = [
  { id: '1', name: 'Dana Whitfield', submitted: '20 Nov 2026', status: 'pending', amount: '$59.99' },
  { id: '2', name: 'Ivo Marek', submitted: '18 Nov 2026', status: 'approved', amount: '$9.99' },
  { id: '3', name: 'Lena Ortiz', submitted: '12 Nov 2026', status: 'rejected', amount: '$29.99' },
] as const;

const columns: Column<(typeof rows)[number]>[] = [
  { key: 'name', header: 'Name', cell: (row) => row.name },
  { key: 'submitted', header: 'Submitted', cell: (row) => row.submitted },
  { key: 'status', header: 'Status', cell: (row) => <KycStatusBadge status={row.status} /> },
  { key: 'amount', header: 'Amount', align: 'end', cell: (row) => row.amount },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    cell: (row) => (
      <Button variant="quiet" size="small" aria-label={`View ${row.name}`}>
        View
      </Button>
    ),
  },
];

/** A table that is full, one that is being read anew, and one without rows. */
export function TableSamples() {
  return (
    <>
      <DataTable caption="Applications" rows={rows} rowKey={(row) => row.id} columns={columns} />
      <Pagination
        label="First page"
        summary="1 to 3 of 12"
        onNext={() => showToast({ title: 'Next page' })}
      />
      <DataTable
        caption="Applications, read anew"
        rows={rows.slice(1)}
        rowKey={(row) => row.id}
        columns={columns}
        stale
        className="mt-8"
      />
      <Pagination
        label="Last page"
        summary="10 to 12 of 12"
        onPrevious={() => showToast({ title: 'Previous page' })}
      />
      <div className="mt-8">
        <DataTable
          caption="Applications, none"
          rows={[]}
          rowKey={() => ''}
          columns={columns}
          empty={
            <EmptyState headingLevel={3} title="Nobody waits" description="New applications appear here." />
          }
        />
      </div>
    </>
  );
}

export function TabSamples() {
  const [tab, setTab] = useState<'kyc' | 'purchases'>('kyc');
  return (
    <Tabs
      label="Sample"
      selected={tab}
      onChange={setTab}
      items={[
        { key: 'kyc', label: 'KYC Management', content: 'Open applications' },
        { key: 'purchases', label: 'Purchase History', content: 'All purchases' },
      ]}
    />
  );
}
