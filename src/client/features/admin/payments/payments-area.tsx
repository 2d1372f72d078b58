import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { trpc } from '../../../trpc.ts';
import { classNames } from '../../../ui/class-names.ts';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { PaymentsPanel } from './payments-panel.tsx';

const RefundRequestsPanel = lazy(async () => ({
  default: (await import('./refund-requests-panel.tsx')).RefundRequestsPanel,
}));
const OnHoldPanel = lazy(async () => ({
  default: (await import('./purchases-on-hold-panel.tsx')).OnHoldPanel,
}));
const DisputesPanel = lazy(async () => ({
  default: (await import('./disputes-panel.tsx')).DisputesPanel,
}));
const PromotionCodesPanel = lazy(async () => ({
  default: (await import('./promotion-codes-panel.tsx')).PromotionCodesPanel,
}));
const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }));

/** Purchase History: all payments, refund requests, purchases on hold, disputes and promotion codes. */
export function PaymentsArea() {
  const view = readPaymentView(useSearch({ from: '/admin' }).view);
  const [refunding, setRefunding] = useState<string>();
  return (
    <>
      <ViewLinks selected={view} />
      <Suspense fallback={<TableSkeleton label="Loading" rows={6} />}>
        <View view={view} onRefund={setRefunding} />
      </Suspense>
      {refunding !== undefined && (
        <Suspense fallback={null}>
          <RefundDialog paymentId={refunding} onClose={() => setRefunding(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function View({ view, onRefund }: { view: PaymentView; onRefund: (paymentId: string) => void }) {
  switch (view) {
    case 'requests':
      return <RefundRequestsPanel onRefund={onRefund} />;
    case 'held':
      return <OnHoldPanel onRefund={onRefund} />;
    case 'disputes':
      return <DisputesPanel onRefund={onRefund} />;
    case 'codes':
      return <PromotionCodesPanel />;
    default:
      return <PaymentsPanel onRefund={onRefund} />;
  }
}

/** Links to the views, with the number of items that wait for an admin, if any. */
function ViewLinks({ selected }: { selected: PaymentView }) {
  const waiting = trpc.admin.dashboard.waiting.useQuery(undefined, { staleTime: 30_000 }).data;
  const counts: Partial<Record<PaymentView, number | undefined>> = {
    requests: waiting?.refundRequests.count,
    held: waiting?.held.count,
    disputes: waiting?.disputes.count,
  };
  return (
    <nav aria-label="Parts of Purchase History" className="mb-6 flex flex-wrap gap-2">
      {paymentViews.map((view) => {
        const count = counts[view] ?? 0;
        return (
          <Link
            key={view}
            to="/admin"
            search={{ tab: 'purchases', ...(view !== 'purchases' && { view }) }}
            resetScroll={false}
            aria-current={view === selected ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-9 items-center gap-2 rounded-control border px-3 text-sm font-semibold no-underline transition-colors',
              view === selected
                ? 'border-primary bg-primary-soft text-primary-text'
                : 'border-border text-muted hover:border-control hover:text-text',
            )}
          >
            {paymentViewLabels[view]}
            {count > 0 && (
              <span className="min-w-5 rounded-full bg-warning-soft px-1.5 text-center text-xs text-warning tabular">
                {count.toLocaleString('en-US')}
                <span className="sr-only"> waiting</span>
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

/** The views of Purchase History. The first one lists all payments. */
const paymentViews = ['purchases', 'requests', 'held', 'disputes', 'codes'] as const;
type PaymentView = (typeof paymentViews)[number];

const paymentViewLabels: Record<PaymentView, string> = {
  purchases: 'All payments',
  requests: 'Refund requests',
  held: 'On hold',
  disputes: 'Disputes',
  codes: 'Codes',
};

/** The view in the URL; anything else means the list of payments. */
function readPaymentView(view: string | undefined): PaymentView {
  return paymentViews.find((known) => known === view) ?? 'purchases';
}
