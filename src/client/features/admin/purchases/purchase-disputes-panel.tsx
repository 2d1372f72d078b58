import type { Dispute } from '../../../../shared/payments/refunds.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { isDisputeWaiting } from './purchase-labels.ts';

const words: Record<Dispute['standing'], { word: string; tone: BadgeTone }> = {
  inquiry: { word: 'The bank asks', tone: 'warning' },
  open: { word: 'The bank decides', tone: 'warning' },
  settled: { word: 'Settled, access restored', tone: 'success' },
  lost: { word: 'Lost', tone: 'danger' },
  unclear: { word: 'Look at Stripe', tone: 'danger' },
};

/** Disputed payments and inquiries from banks, with the evidence for a response. */
export function DisputesPanel({ onRefund }: { onRefund: (paymentId: string) => void }) {
  const query = trpc.admin.payments.disputes.useQuery(undefined, { staleTime: 0 });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The disputes could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the disputes...">
          <TableSkeleton rows={4} />
        </SkeletonRegion>
      }
      empty={
        <EmptyState
          title="No payment was disputed"
          description="When a bank asks for money back, access is paused, you get an email, and the evidence is prepared here."
        />
      }
    >
      {(disputes) => (
        <section>
          <h2 className="sr-only">Disputes</h2>
          <ul className="flex flex-col gap-4">
            {disputes.map((dispute) => (
              <DisputeCard key={dispute.id} dispute={dispute} onShow={() => onRefund(dispute.payment.id)} />
            ))}
          </ul>
        </section>
      )}
    </AdminQueryView>
  );
}

function badgeOf(dispute: Dispute): { word: string; tone: BadgeTone } {
  // An inquiry does not suspend access, so nothing is restored.
  if (dispute.status === 'warning_closed') return { word: 'Settled', tone: 'success' };
  if (dispute.standing === 'inquiry' && !isDisputeWaiting(dispute)) {
    return { word: 'The bank asked: refunded', tone: 'neutral' };
  }
  return words[dispute.standing];
}

function DisputeCard({ dispute, onShow }: { dispute: Dispute; onShow: () => void }) {
  const evidence = useAction(
    trpc.admin.payments.disputeEvidence.useMutation({
      onSuccess: (pack) =>
        saveFile(new Blob([pack.text], { type: 'text/plain;charset=utf-8' }), pack.filename),
      onError: showFailure('The evidence could not be prepared'),
    }),
  );
  const { payment } = dispute;
  const isInquiry = dispute.standing === 'inquiry';
  const isWaiting = isDisputeWaiting(dispute);
  const { word, tone } = badgeOf(dispute);

  return (
    <Card as="li">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">
          {payment.userName}: {payment.description}
        </h3>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="mt-1 tabular">
        {formatCents(dispute.amountCents)} {isInquiry ? 'asked about' : 'disputed'} on{' '}
        {formatDate(dispute.createdAt)}: {dispute.reason.replaceAll('_', ' ')}
      </p>
      {isInquiry && isWaiting && (
        <p className="mt-1 measure">
          No money was taken back, and the student keeps access. Refund all of it, or send the evidence at
          Stripe, before this becomes a dispute.
        </p>
      )}
      {isWaiting && dispute.evidenceDueAt && (
        <p className="mt-1 font-semibold">Evidence due by {formatDate(dispute.evidenceDueAt)}</p>
      )}
      <p className="mt-1 font-mono text-xs wrap-anywhere text-muted">
        {dispute.id}, {dispute.status.replaceAll('_', ' ')} at Stripe
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          size="small"
          variant={isWaiting ? 'primary' : 'secondary'}
          busy={evidence.isPending}
          busyLabel="Preparing..."
          onClick={() => evidence.run({ disputeId: dispute.id })}
        >
          Download evidence
        </Button>
        <Button size="small" variant="secondary" onClick={onShow}>
          {isInquiry && isWaiting ? 'Refund...' : 'Show the payment'}
        </Button>
      </div>
    </Card>
  );
}
