import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayMs } from '../../../shared/durations.ts';
import { onHoldText } from '../../../shared/payments/blocked-purchase.ts';
import type { MyPayment } from '../../../shared/payments/refunds.ts';
import { serverDate } from '../../../shared/server-clock.ts';
import { formatCents, formatDate, formatDayMonth } from '../../lib/format.ts';
import type { StatusLabel } from '../../lib/status-labels.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

const RefundRequestDialog = lazyDialog(
  async () => (await import('./refund-request-dialog.tsx')).RefundRequestDialog,
);

const ReceiptDialog = lazyDialog(async () => (await import('./receipt-dialog.tsx')).ReceiptDialog);

/** The user's payments, each with its receipt, its bank statement text, and whether it can be refunded. */
export function PaymentList() {
  const query = trpc.payments.myPayments.useQuery();
  return (
    <QueryView
      query={query}
      skeleton={<TableSkeleton label="Loading your payments..." rows={3} />}
      errorTitle="Your payments could not be loaded"
      note="Nothing is lost, and nothing was charged."
    >
      {(payments) => <LoadedPayments payments={payments} />}
    </QueryView>
  );
}

function LoadedPayments({ payments }: { payments: readonly MyPayment[] }) {
  const { statementDescriptor } = useSiteSettings();
  const [refunding, setRefunding] = useState<MyPayment>();
  const [receiptOf, setReceiptOf] = useState<MyPayment>();

  const columns: Column<MyPayment>[] = [
    {
      key: 'date',
      header: 'Date',
      cell: (payment) => <span className="whitespace-nowrap tabular">{formatDate(payment.paidAt)}</span>,
    },
    {
      key: 'what',
      header: 'Payment',
      cell: (payment) => (
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{payment.description}</p>
          <ContentLink payment={payment} />
          {payment.isOnHold && (
            <p className="text-sm text-accent-text">
              On hold. {onHoldText} Please{' '}
              <Link to="/" hash="contact" className="text-link">
                contact us
              </Link>
              .
            </p>
          )}
          {payment.status !== 'failed' && (
            <p className="text-xs text-muted">
              On your statement:{' '}
              <span className="font-mono">{payment.statementDescriptor ?? statementDescriptor}</span>
            </p>
          )}
        </div>
      ),
    },
    { key: 'status', header: 'Status', cell: (payment) => <StatusBadge status={statuses[payment.status]} /> },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: (payment) => (
        <div>
          <p className="font-semibold">{formatCents(payment.amountCents)}</p>
          {payment.refundedCents > 0 && (
            <p className="text-xs whitespace-nowrap text-muted">
              {formatCents(payment.refundedCents)} refunded
            </p>
          )}
        </div>
      ),
    },
    {
      key: 'refund',
      header: 'Refund',
      className: 'sm:max-w-72',
      cell: (payment) => <RefundState payment={payment} onRequest={() => setRefunding(payment)} />,
    },
    {
      key: 'receipt',
      header: 'Receipt',
      headerHidden: true,
      className: 'print:hidden',
      cell: (payment) => <ReceiptLinks payment={payment} onOpen={() => setReceiptOf(payment)} />,
    },
  ];

  return (
    <>
      <DataTable
        caption="Your payments, newest first"
        columns={columns}
        rows={payments}
        rowKey={(payment) => payment.id}
        empty={
          <EmptyState
            headingLevel={3}
            title="No payments yet"
            description="What you pay is listed here with its receipt."
            action={
              <Link to="/products" className={buttonClass('secondary')}>
                Browse Products
              </Link>
            }
          />
        }
      />
      {refunding && (
        <RefundRequestDialog
          payment={refunding}
          payments={payments}
          onClose={() => setRefunding(undefined)}
        />
      )}
      {receiptOf && <ReceiptDialog payment={receiptOf} onClose={() => setReceiptOf(undefined)} />}
    </>
  );
}

const statuses: Record<MyPayment['status'], StatusLabel> = {
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'warning' },
  lost: { label: 'Returned by the bank', tone: 'neutral' },
};

function RefundState({ payment, onRequest }: { payment: MyPayment; onRequest: () => void }) {
  const { request, refundable } = payment;
  if (request?.status === 'open') {
    return (
      <p className="text-sm">
        Requested on {formatDate(request.createdAt)}.{' '}
        <span className="text-muted">A person answers by email.</span>
      </p>
    );
  }
  return (
    <div className="flex flex-col items-end gap-1 text-sm sm:items-start">
      {request?.status === 'declined' && (
        <p className="wrap-anywhere">
          Request declined{request.answer && <span className="text-muted">: {request.answer}</span>}
        </p>
      )}
      {/* The number of days may change between the server and the browser. */}
      <p suppressHydrationWarning className="text-muted tabular">
        {refundEligibility(refundable, serverDate())}
      </p>
      {refundable.until !== null && (
        <Button variant="secondary" size="small" onClick={onRequest} className="print:hidden">
          Request refund<span className="sr-only"> of {payment.description}</span>
        </Button>
      )}
    </div>
  );
}

const linkClass =
  'inline-flex min-h-8 items-center rounded-control font-semibold whitespace-nowrap text-primary-text underline-offset-4 hover:underline';

/** Also shown for a product that is no longer on sale. */
function ContentLink({ payment: { content, description } }: { payment: MyPayment }) {
  if (content === null) return null;
  const isFile = content.kind === 'pdf';
  return (
    <a href={content.path} {...(isFile && { download: '' })} className={`${linkClass} print:hidden`}>
      {isFile ? 'Download' : 'Open the session'}
      <span className="sr-only"> {description}</span>
    </a>
  );
}

function ReceiptLinks({ payment, onOpen }: { payment: MyPayment; onOpen: () => void }) {
  const { receiptUrl, invoicePdfUrl, description, status } = payment;
  const isPaid = status !== 'failed';
  if (!isPaid && !receiptUrl && !invoicePdfUrl) return null;
  return (
    <span className="flex flex-wrap gap-x-4">
      {isPaid && (
        <button type="button" onClick={onOpen} className={linkClass}>
          Receipt<span className="sr-only"> for {description}</span>
        </button>
      )}
      {!isPaid && receiptUrl && (
        <a href={receiptUrl} target="_blank" rel="noopener noreferrer" className={linkClass}>
          Invoice<span className="sr-only"> for {description} (opens in a new tab)</span>
        </a>
      )}
      {invoicePdfUrl && (
        <a href={invoicePdfUrl} target="_blank" rel="noopener noreferrer" className={linkClass}>
          Invoice PDF<span className="sr-only"> for {description} (opens in a new tab)</span>
        </a>
      )}
    </span>
  );
}

/** "Refundable until 14 Apr (12 days left)", or why the payment is not refundable. */
export function refundEligibility({ until, reason }: MyPayment['refundable'], now: Date): string {
  if (until === null) return reason;
  const msLeft = Date.parse(until) - now.getTime();
  if (msLeft <= 0) return 'The time to ask for a refund has just ended';
  const days = Math.ceil(msLeft / dayMs);
  const rest = days === 1 ? 'last day' : `${days} days left`;
  return `Refundable until ${formatDayMonth(until)} (${rest})`;
}
