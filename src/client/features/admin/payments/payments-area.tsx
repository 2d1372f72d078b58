import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '../../../trpc.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { lazyTab } from '../../../ui/lazy-in-place.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { ViewLinks } from '../view-links.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import type { RefundDialogProps } from './refund-dialog.tsx';

const RefundRequestsPanel = lazyTab(
  async () => (await import('./refund-requests-panel.tsx')).RefundRequestsPanel,
);
const OnHoldPanel = lazyTab(async () => (await import('./purchases-on-hold-panel.tsx')).OnHoldPanel);
const DisputesPanel = lazyTab(async () => (await import('./disputes-panel.tsx')).DisputesPanel);
const PromotionCodesPanel = lazyTab(
  async () => (await import('./promotion-codes-panel.tsx')).PromotionCodesPanel,
);
const RefundDialog = lazyDialog(async () => (await import('./refund-dialog.tsx')).RefundDialog);

/** Purchase History: all payments, refund requests, purchases on hold, disputes and promotion codes. */
export function PaymentsArea() {
  const view = readPaymentView(useSearch({ from: '/admin' }).view);
  const [refunding, setRefunding] = useState<Refunding>();
  return (
    <>
      <PaymentViewLinks selected={view} />
      <View view={view} onRefund={(paymentId, requestId) => setRefunding({ paymentId, requestId })} />
      {refunding !== undefined && <RefundDialog {...refunding} onClose={() => setRefunding(undefined)} />}
    </>
  );
}

type Refunding = Pick<RefundDialogProps, 'paymentId' | 'requestId'>;
type ViewProps = { view: PaymentView; onRefund: (paymentId: string, requestId?: string) => void };

function View({ view, onRefund }: ViewProps) {
  const fallback = <TableSkeleton label="Loading" rows={6} />;
  switch (view) {
    case 'requests':
      return <RefundRequestsPanel fallback={fallback} onRefund={onRefund} />;
    case 'held':
      return <OnHoldPanel fallback={fallback} onRefund={onRefund} />;
    case 'disputes':
      return <DisputesPanel fallback={fallback} onRefund={onRefund} />;
    case 'codes':
      return <PromotionCodesPanel fallback={fallback} />;
    default:
      return <PaymentsPanel onRefund={onRefund} />;
  }
}

/** Links to the views, with the number of items that wait for an admin, if any. */
function PaymentViewLinks({ selected }: { selected: PaymentView }) {
  const waiting = trpc.admin.dashboard.waiting.useQuery(undefined, { staleTime: 30_000 }).data;
  const counts: Partial<Record<PaymentView, number | undefined>> = {
    requests: waiting?.refundRequests.count,
    held: waiting?.held.count,
    disputes: waiting?.disputes.count,
  };
  return (
    <ViewLinks
      label="Purchase History views"
      selected={selected}
      views={paymentViews.map((view) => ({
        view,
        label: paymentViewLabels[view],
        search: { tab: 'purchases', ...(view !== 'purchases' && { view }) },
        waiting: counts[view],
      }))}
    />
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

/** The view that the URL names; the list of payments if it names none. */
function readPaymentView(view: string | undefined): PaymentView {
  return paymentViews.find((known) => known === view) ?? 'purchases';
}
