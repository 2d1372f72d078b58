import { useState } from 'react';
import type { AdminTask } from '../../../../shared/admin/admin-tasks.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';

const RefundDialog = lazyDialog(async () => (await import('../payments/refund-dialog.tsx')).RefundDialog);

type RefundTaskKind = Exclude<AdminTask['kind'], 'refunded_at_stripe'>;
type Props = { kind: RefundTaskKind; payment: AdminTask['payment']; busy: boolean; onKeep: () => void };

const texts: Record<RefundTaskKind, { reason: string; advice: string }> = {
  fraud_warning: {
    reason: 'The card’s bank reports it as fraud.',
    advice: 'Refund it now. A dispute usually follows and costs a fee even if you win.',
  },
  paid_after_end: {
    reason: 'The membership had already ended, so the student has no access from this payment.',
    advice: 'Refund it, or give the student a membership and keep the payment.',
  },
};

/** A payment that an admin should probably refund. */
export function RefundTask({ kind, payment, busy, onKeep }: Props) {
  const [refunding, setRefunding] = useState(false);
  const isOnItsWay = payment.pendingCents > 0;
  return (
    <>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">
          {payment.userName}: {payment.description}
        </p>
        <p className="measure text-sm text-muted">
          {formatCents(payment.amountCents)} paid on {formatDate(payment.paidAt)}. {texts[kind].reason}{' '}
          {isOnItsWay ? 'Its refund is on its way.' : texts[kind].advice}
        </p>
      </div>
      {!isOnItsWay && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            aria-label={`Keep the payment: ${payment.userName}`}
            busy={busy}
            busyLabel="Saving..."
            onClick={onKeep}
          >
            Keep the payment
          </Button>
          <Button
            size="small"
            variant="danger"
            aria-label={`Refund: ${payment.userName}`}
            onClick={() => setRefunding(true)}
          >
            Refund...
          </Button>
        </div>
      )}
      {refunding && <RefundDialog paymentId={payment.id} onClose={() => setRefunding(false)} />}
    </>
  );
}
