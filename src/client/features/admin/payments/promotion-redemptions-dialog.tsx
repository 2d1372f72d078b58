import { Link } from '@tanstack/react-router';
import type {
  AdminPromotionCode,
  PromotionRedemptions,
} from '../../../../shared/payments/promotion-codes.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { byCursor, LoadMore, loadedRows } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { discountLabel, scopeLabel } from './promotion-code-labels.ts';

type Redemption = PromotionRedemptions['items'][number];

const columns: readonly Column<Redemption>[] = [
  {
    key: 'date',
    header: 'Date',
    className: 'tabular sm:whitespace-nowrap',
    cell: ({ at }) => formatDate(at),
  },
  { key: 'student', header: 'Student', cell: (redemption) => <Student {...redemption} /> },
  { key: 'what', header: 'For', cell: ({ what }) => <span className="min-w-0 wrap-anywhere">{what}</span> },
  { key: 'off', header: 'Discount', align: 'end', cell: ({ discountCents }) => formatCents(discountCents) },
  {
    key: 'paid',
    header: 'Paid',
    align: 'end',
    cell: ({ paidCents }) => <span className="font-semibold">{formatCents(paidCents)}</span>,
  },
];

function Student({ userId, email }: Pick<Redemption, 'userId' | 'email'>) {
  if (userId === null) return <span className="text-muted">Account deleted</span>;
  return (
    <Link to="/admin/users/$id" params={{ id: userId }} className={`${adminLinkClass} wrap-anywhere`}>
      {email ?? 'Open the account'}
    </Link>
  );
}

type RedemptionsDialogProps = { code: AdminPromotionCode; onClose: () => void };

/** Who used a code, for what, and with which discount. */
export function RedemptionsDialog({ code, onClose }: RedemptionsDialogProps) {
  const query = trpc.admin.promotions.redemptions.useInfiniteQuery({ id: code.id }, byCursor);
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={`Who used ${code.code}?`}
      description={`${discountLabel(code)} · ${scopeLabel(code.scope)}`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <AdminQueryView
        query={query}
        errorTitle="The list could not be loaded"
        skeleton={<TableSkeleton label="Loading who used it..." rows={3} />}
      >
        {(data) => (
          <>
            <DataTable
              caption={`Who used ${code.code}, newest first`}
              columns={columns}
              rows={loadedRows(data)}
              rowKey={({ at, userId, what }) => `${at} ${userId} ${what}`}
              empty={<p className="text-muted">The code has not been used yet.</p>}
            />
            <LoadMore query={query} label="uses" />
          </>
        )}
      </AdminQueryView>
    </Dialog>
  );
}
