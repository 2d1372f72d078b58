import { useState } from 'react';
import { documentTypeNames } from '../../../shared/enums.ts';
import type { AdminKycApplication } from '../../../shared/kyc.ts';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { KycStatusBadge } from '../../ui/status-badge.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { type CaseFilter, caseFilters, isOpenCase, isOverdue, listCases, waitingText } from './kyc-cases.ts';
import { usePages } from './use-pages.ts';

export type KycQueueProps = {
  applications: readonly AdminKycApplication[];
  filter: CaseFilter;
  onFilter: (filter: CaseFilter) => void;
  onOpen: (id: string) => void;
  onRefresh: () => void;
  refreshing: boolean;
};

const filterWords: Record<CaseFilter, string> = {
  open: 'Open',
  approved: 'Approved',
  rejected: 'Rejected',
  all: 'All',
};

const emptyTexts: Record<CaseFilter, { title: string; description: string }> = {
  open: { title: 'Nobody is waiting', description: 'New applications appear here, the oldest first.' },
  approved: {
    title: 'Nobody is approved yet',
    description: 'Applications that you approve are listed here.',
  },
  rejected: { title: 'Nobody was rejected', description: 'Applications that you reject are listed here.' },
  all: { title: 'No applications yet', description: 'They come with each registration.' },
};

/** The list of cases with its filter (B6). */
export function KycQueue({ applications, filter, onFilter, onOpen, onRefresh, refreshing }: KycQueueProps) {
  const [now] = useState(Date.now);
  const cases = listCases(applications, filter);
  const pages = usePages(cases, filter);
  return (
    <section>
      <h2 className="sr-only">KYC applications</h2>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <ChoiceRow
          label="Status"
          selected={filter}
          onChange={onFilter}
          choices={caseFilters.map((value) => ({
            value,
            label: filterWords[value],
            count: listCases(applications, value).length,
          }))}
        />
        <Button variant="quiet" size="small" onClick={onRefresh} busy={refreshing} busyLabel="Refreshing...">
          Refresh
        </Button>
      </div>
      <DataTable
        caption={`KYC applications, ${filterWords[filter].toLowerCase()}`}
        rows={pages.visible}
        rowKey={(row) => row.id}
        stale={refreshing}
        columns={queueColumns(now, onOpen)}
        empty={<EmptyState {...emptyTexts[filter]} />}
      />
      {pages.isPaged && (
        <Pagination summary={pages.summary} onPrevious={pages.onPrevious} onNext={pages.onNext} />
      )}
    </section>
  );
}

function queueColumns(now: number, onOpen: (id: string) => void): Column<AdminKycApplication>[] {
  return [
    {
      key: 'applicant',
      header: 'Applicant',
      cell: (row) => (
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">
            {row.firstName} {row.lastName}
          </span>
          <span className="block wrap-anywhere text-muted">{row.user.email}</span>
        </span>
      ),
    },
    {
      key: 'submitted',
      header: 'Submitted',
      cell: (row) => (
        <span className="tabular sm:whitespace-nowrap">
          <span className="block">{formatDate(row.createdAt)}</span>
          {isOpenCase(row) && <Waiting createdAt={row.createdAt} now={now} />}
        </span>
      ),
    },
    {
      key: 'documents',
      header: 'Documents',
      cell: (row) => (
        <span className="min-w-0">
          <span className="block">{documentTypeNames[row.documentType1]}</span>
          {row.documentType2 !== row.documentType1 && (
            <span className="block">{documentTypeNames[row.documentType2]}</span>
          )}
        </span>
      ),
    },
    { key: 'country', header: 'Country', cell: (row) => row.country },
    {
      key: 'status',
      header: 'Status',
      cell: (row) => (
        <span className="inline-flex flex-wrap justify-end gap-1 sm:justify-start">
          <KycStatusBadge status={row.status} />
          {row.supersededAt !== null && <Badge>Replaced</Badge>}
        </span>
      ),
    },
    {
      key: 'open',
      header: 'Action',
      headerHidden: true,
      align: 'end',
      cell: (row) => (
        <Button
          variant="secondary"
          size="small"
          onClick={() => onOpen(row.id)}
          aria-label={`${isOpenCase(row) ? 'Review' : 'Open'} ${row.firstName} ${row.lastName}`}
          className="max-sm:w-full"
        >
          {isOpenCase(row) ? 'Review' : 'Open'}
        </Button>
      ),
    },
  ];
}

/** Red with a word beyond the promised 48 hours. */
function Waiting({ createdAt, now }: { createdAt: string; now: number }) {
  const late = isOverdue(createdAt, now);
  return (
    <span className={classNames('block', late ? 'font-semibold text-danger' : 'text-muted')}>
      {late && <span className="sr-only">Late: </span>}
      waits {waitingText(createdAt, now)}
    </span>
  );
}
