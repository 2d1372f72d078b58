import type { AdminPayment } from '../../../../shared/payments/refunds.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';

type Refund = AdminPayment['refunds'][number];

export const refundStatusLabels: Record<Refund['status'], StatusLabel> = {
  requested: { label: 'Waiting for Stripe', tone: 'warning' },
  pending: { label: 'On its way', tone: 'warning' },
  succeeded: { label: 'Refunded', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

/** The refunds of a payment, oldest first. While one is pending, it can be checked at Stripe again. */
export function RefundHistory({ payment }: { payment: AdminPayment }) {
  const reread = useAction(
    trpc.admin.payments.reread.useMutation({
      onError: showFailure('The payment could not be updated'),
      onSettled: useRefresh().onSettled,
    }),
  );

  return (
    <section className="mt-6">
      <h3 className="font-semibold">Refunds so far</h3>
      <ul className="mt-2 divide-y divide-border">
        {payment.refunds.map((refund) => (
          <li key={refund.id} className="py-2.5">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold tabular">{formatCents(refund.amountCents)}</span>
              <StatusBadge status={refundStatusLabels[refund.status]} />
              <span className="text-sm text-muted">{formatDateTime(refund.createdAt)}</span>
            </span>
            <span className="mt-1 block text-sm wrap-anywhere text-muted">{factsOf(refund)}</span>
          </li>
        ))}
      </ul>
      {payment.pendingCents > 0 && (
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
          busy={reread.isPending}
          busyLabel="Updating..."
          onClick={() => reread.run({ paymentId: payment.id })}
        >
          Update from Stripe
        </Button>
      )}
    </section>
  );
}

function factsOf(refund: Refund): string {
  return [
    refund.requestedBy === null ? undefined : `By ${refund.requestedBy}`,
    refund.reason ?? undefined,
    refund.endAccess === true ? 'access ended' : undefined,
    refund.endRenewal ? 'renewal ended' : undefined,
    refund.failureReason === null ? undefined : refund.failureReason.replaceAll('_', ' '),
  ]
    .filter((fact) => fact !== undefined)
    .join(', ');
}
