import { documentTypeNames } from '../../../../shared/enums.ts';
import { type KycQueueItem, kycFlagLabels } from '../../../../shared/kyc/kyc-review.ts';
import { formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { caseStatus, isOpenCase, waitsForAdmin } from './kyc-cases.ts';
import { ShowNumbers, useDocumentNumbers } from './show-numbers.tsx';
import { WaitingTime } from './waiting-time.tsx';

export type QueueColumnOptions = {
  /** The hours within which a decision is promised: the setting `reviewHoursTo`. */
  promisedHours: number;
  onOpen: (id: string) => void;
};

export function queueColumns({ promisedHours, onOpen }: QueueColumnOptions): Column<KycQueueItem>[] {
  return [
    {
      key: 'applicant',
      header: 'Applicant',
      phone: 'first',
      cell: (row) => (
        <span className="min-w-0 sm:block sm:min-w-36">
          <button
            type="button"
            className={classNames(adminLinkClass, 'text-left wrap-anywhere')}
            onClick={() => onOpen(row.id)}
          >
            {row.firstName} {row.lastName}
          </button>
          <span className="block wrap-anywhere text-muted max-sm:text-xs">{row.email}</span>
        </span>
      ),
    },
    {
      key: 'submitted',
      header: 'Submitted',
      cell: (row) => (
        <span className="tabular">
          <span className="block whitespace-nowrap">{formatDate(row.createdAt)}</span>
          {waitsForAdmin(row) && (
            <span className="block text-muted">
              <WaitingTime createdAt={row.createdAt} promisedHours={promisedHours} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'documents',
      header: 'Documents',
      phone: 'hidden',
      wideOnly: true,
      cell: (row) => <Documents row={row} />,
    },
    { key: 'country', header: 'Country', cell: (row) => row.country },
    {
      key: 'status',
      header: 'Status',
      phone: 'first',
      className: 'max-sm:ml-auto',
      cell: (row) => (
        <span className="inline-flex flex-wrap justify-end gap-1 sm:justify-start">
          <StatusBadge status={caseStatus(row)} />
          {row.supersededAt !== null && <Badge>Replaced</Badge>}
          {row.flags.map((flag) => (
            <Badge key={flag} tone="danger">
              {kycFlagLabels[flag]}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      key: 'assignee',
      header: 'Claimed by',
      cell: (row) => row.assigneeName ?? <span className="text-muted max-sm:hidden">Nobody</span>,
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
        >
          {isOpenCase(row) ? 'Review' : 'Open'}
        </Button>
      ),
    },
  ];
}

/** A masked number, such as `•••• 4567`, does not wrap inside. */
function documentText(type: KycQueueItem['documentType1'], number: string): string {
  return `${documentTypeNames[type]} ${number.replace('•••• ', '••••\u00a0')}`;
}

function Documents({ row }: { row: KycQueueItem }) {
  const { documentNumber1, documentNumber2 } = useDocumentNumbers(row);
  const front = documentText(row.documentType1, documentNumber1);
  const back = documentText(row.documentType2, documentNumber2);
  return (
    <span className="min-w-0 tabular">
      <span className="block wrap-anywhere">{front}</span>
      {back !== front && <span className="block wrap-anywhere">{back}</span>}
      <ShowNumbers application={row} name={`${row.firstName} ${row.lastName}`} />
    </span>
  );
}
