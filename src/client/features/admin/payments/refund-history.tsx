import type { AdminPayment } from '../../../../shared/payments/refunds.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';

type Refund = AdminPayment['refunds'][number];

export const refundStatusLabels: Record<Refund['status'], StatusLabel> = {
  requested: { label: 'Waiting for Stripe', tone: 'warning' },
  pending: { label: 'On its way', tone: 'warning' },
  succeeded: { label: 'Refunded', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

/** The refunds of a payment, oldest first. While a refund is pending, its state can be fetched from Stripe. */
export function RefundHistory({ payment }: { payment: AdminPayment }) {
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
      {payment.pendingCents > 0 && <RereadButton paymentId={payment.id} size="small" className="mt-2" />}
    </section>
  );
}

type RereadButtonProps = { paymentId: string } & Pick<ButtonProps, 'size' | 'className'>;

/** Reads a payment and its refunds from Stripe again. */
export function RereadButton({ paymentId, ...props }: RereadButtonProps) {
  const { isPending, run } = useAction(
    trpc.admin.payments.reread.useMutation({
      onSuccess: () => showToast({ title: 'Updated from Stripe', tone: 'success' }),
      onError: showFailure('The payment could not be updated'),
      onSettled: useRefresh().onSettled,
    }),
  );
  return (
    <Button
      {...props}
      variant="secondary"
      busy={isPending}
      busyLabel="Updating..."
      onClick={() => run({ paymentId })}
    >
      Update from Stripe
    </Button>
  );
}

function factsOf(refund: Refund): string {
  return [
    refund.requestedBy && `By ${refund.requestedBy}`,
    refund.reason,
    refund.endAccess && 'access ended',
    refund.endRenewal && 'renewal ended',
    refund.failureReason?.replaceAll('_', ' '),
  ]
    .filter(Boolean)
    .join(', ');
}
