import { type ReactNode, useState } from 'react';
import type { Dispute } from '../../../../shared/payments/refunds.ts';
import { serverDate } from '../../../../shared/server-clock.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { AnswerDisputeDialog } from './answer-dispute-dialog.tsx';
import { answerBy, isDisputeWaiting, isInquiry } from './payment-labels.ts';

const standingLabels: Record<Dispute['standing'], StatusLabel> = {
  inquiry: { label: 'Bank inquiry', tone: 'warning' },
  open: { label: 'Answer the bank', tone: 'warning' },
  settled: { label: 'Settled, access restored', tone: 'success' },
  lost: { label: 'Lost', tone: 'danger' },
  unclear: { label: 'Check in Stripe', tone: 'danger' },
};

/** Whether the payment was refunded before the bank closed its inquiry. */
function isRefundedInquiry({ standing, payment }: Dispute): boolean {
  return standing === 'inquiry' && payment.status !== 'paid';
}

function badgeOf(dispute: Dispute, isTooLate: boolean): StatusLabel {
  // An inquiry or a prevented dispute does not suspend access, so the label does not say that access was restored.
  if (dispute.status === 'warning_closed' || dispute.status === 'prevented')
    return { label: 'Settled', tone: 'success' };
  if (isDisputeWaiting(dispute) && !(isTooLate && dispute.standing === 'open'))
    return standingLabels[dispute.standing];
  if (isRefundedInquiry(dispute)) {
    return { label: 'Inquiry closed: refunded', tone: 'neutral' };
  }
  const isUndecided = dispute.standing === 'inquiry' || dispute.standing === 'open';
  return isUndecided ? { label: 'The bank decides', tone: 'neutral' } : standingLabels[dispute.standing];
}

export type DisputeCardProps = {
  dispute: Dispute;
  /** The name of the disputed payment; on the page of that payment, “Dispute” or “Inquiry from the bank”. */
  title: ReactNode;
  /** More buttons, after those of the card. */
  actions?: ReactNode;
};

/** A dispute, or an inquiry of a bank. Shows its outcome, or the steps to answer the bank. */
export function DisputeCard({ dispute, title, actions }: DisputeCardProps) {
  const [answering, setAnswering] = useState(false);
  const evidence = useAction(
    trpc.admin.payments.disputeEvidence.useMutation({
      onSuccess: (pack) =>
        saveFile(new Blob([pack.text], { type: 'text/plain;charset=utf-8' }), pack.filename),
      onError: showFailure('The evidence could not be prepared'),
    }),
  );
  const isWaiting = isDisputeWaiting(dispute);
  const isDecided = dispute.standing === 'settled' || dispute.standing === 'lost';
  const isClosed = isDecided || isRefundedInquiry(dispute);
  const due = dispute.evidenceDueAt === null ? undefined : answerBy(dispute.evidenceDueAt, serverDate());
  const isTooLate = isWaiting && due?.isOver === true;
  const isUnclear = dispute.standing === 'unclear';
  const canAnswer = isWaiting && !isTooLate && !isUnclear;

  return (
    <Card as="li">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">{title}</h3>
        <StatusBadge status={badgeOf(dispute, isTooLate)} />
      </div>
      <p className="mt-1 tabular">
        {formatCents(dispute.amountCents)} {isInquiry(dispute) ? 'asked about' : 'disputed'} on{' '}
        {formatDate(dispute.createdAt)}: {dispute.reason.replaceAll('_', ' ')}
      </p>
      {isWaiting && due && (
        <p className={classNames('mt-1 font-semibold', due.isUrgent && 'text-danger')}>{due.text}</p>
      )}
      {isInquiry(dispute) && isWaiting && (
        <p className="mt-1 measure">
          No money was taken back, and the student keeps access. Refund the whole payment
          {canAnswer && ', or answer the bank,'} before this becomes a dispute.
        </p>
      )}
      {!canAnswer && dispute.evidenceSentAt === null ? (
        <p className="mt-4 text-sm">{outcomeOf(dispute)} No evidence was sent.</p>
      ) : (
        <ol className="mt-4 flex list-decimal flex-col gap-1 pl-5 text-sm marker:text-muted">
          <Step isDone={!isWaiting}>Download the evidence and read what the bank will read.</Step>
          <Step isDone={dispute.evidenceSentAt !== null}>
            {dispute.evidenceSentAt === null
              ? 'Send it to Stripe. Add your own files, and facts that the academy does not store.'
              : `Sent to Stripe on ${formatDate(dispute.evidenceSentAt)}${withFiles(dispute.evidenceFiles)}.`}
          </Step>
          <Step isDone={isClosed}>{outcomeOf(dispute)}</Step>
        </ol>
      )}
      {dispute.evidenceStatement !== '' && (
        <p className="mt-3 measure text-sm whitespace-pre-line wrap-anywhere">
          <span className="font-semibold">You wrote to the bank:</span> {dispute.evidenceStatement}
        </p>
      )}
      {dispute.standing === 'open' && dispute.payment.kind === 'purchase' && (
        <p className="mt-3 text-sm text-muted">
          Until the bank decides, the student cannot open what this payment paid for.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {canAnswer && (
          <Button size="small" onClick={() => setAnswering(true)}>
            Answer the bank...
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          busy={evidence.isPending}
          busyLabel="Preparing..."
          onClick={() => evidence.run({ disputeId: dispute.id })}
        >
          Download evidence
        </Button>
        {actions}
      </div>
      {answering && <AnswerDisputeDialog dispute={dispute} onClose={() => setAnswering(false)} />}
    </Card>
  );
}

function withFiles(names: readonly string[]): string {
  return names.length === 0 ? '' : ` with ${names.join(' and ')}`;
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li className={classNames('measure', isDone && 'text-muted')}>
      {children}
      {isDone && <strong> Done.</strong>}
    </li>
  );
}

function outcomeOf({ standing, status, payment }: Dispute): string {
  if (status === 'warning_closed') {
    return payment.status === 'refunded'
      ? 'The inquiry was closed after the refund.'
      : 'The inquiry was closed: no money was taken back.';
  }
  switch (standing) {
    case 'settled':
      if (status === 'prevented') return 'Stripe reports that the dispute was prevented.';
      return 'The bank decided: the payment stands.';
    case 'lost':
      return 'The bank decided: the money went back to the student.';
    case 'unclear':
      return `Stripe reports “${status.replaceAll('_', ' ')}”, a status that the academy does not know. Check the dispute in Stripe.`;
    default:
      return payment.status === 'refunded'
        ? 'Refunded: the bank has nothing more to ask.'
        : 'The bank decides, within two to three months. You get an email.';
  }
}
