import { dayText } from '../../../../shared/day-text.ts';
import { formatCents } from '../../../../shared/money.ts';
import { notificationLabels } from '../../../../shared/site-texts/email-texts.ts';
import type { StaffEmail, StaffRecipient } from '../admin-emails.operations.ts';
import { type Email, emailTo, type Recipient } from '../email.operations.ts';
import type { EmailFromTemplate } from '../render-email.ts';

type Payment = { id: string; description: string; amountCents: number };

function factsOf(payment: Omit<Payment, 'id'>): EmailFromTemplate['facts'] {
  return [
    ['Payment', payment.description],
    ['Amount', formatCents(payment.amountCents)],
  ];
}

/**
 * To the academy: a refund was requested. Payer and reason appear only in the admin area, where they are erased with
 * the account.
 */
export function refundRequestedEmail(
  to: StaffRecipient,
  requestId: string,
  payment: Payment,
  appUrl: string,
): StaffEmail {
  return emailTo(to, {
    kind: 'refund_requested',
    text: 'staff_refund_requested',
    values: { payment: payment.description },
    facts: factsOf(payment),
    action: { label: 'Answer the request', url: `${appUrl}/admin?tab=purchases&view=requests` },
    dedupeKey: `refund_requested:${requestId}:${to.id ?? 'support'}`,
  });
}

/** Confirms the request to the payer. */
export function refundRequestReceivedEmail(
  to: Recipient,
  requestId: string,
  payment: Payment,
  appUrl: string,
): Email {
  return emailTo(to, {
    kind: 'refund_request_received',
    text: 'refund_request_received',
    action: { label: 'Your payments', url: `${appUrl}/billing` },
    facts: factsOf(payment),
    dedupeKey: `refund_request_received:${requestId}`,
  });
}

export function refundRequestAnsweredEmail(
  to: Recipient,
  request: { id: string; accepted: boolean; answer: string },
  payment: Payment,
  appUrl: string,
): Email {
  return emailTo(to, {
    kind: 'refund_request_answered',
    text: request.accepted ? 'refund_request_accepted' : 'refund_request_declined',
    values: { answer: request.answer },
    action: { label: 'Your payments', url: `${appUrl}/billing` },
    facts: factsOf(payment),
    dedupeKey: `refund_request_answered:${request.id}`,
  });
}

type RefundSnapshot = {
  stripeId: string;
  amountCents: number;
  totalRefundedCents: number;
  /** `none`: nothing was delivered for the payment. */
  access: 'kept' | 'ended' | 'none';
};

const accessTexts: Record<RefundSnapshot['access'], string> = {
  kept: 'You keep your access.',
  ended: 'Your access to it has ended. Your notes and your progress are kept.',
  none: 'It was not added to your library.',
};

function refundText(refund: RefundSnapshot, payment: Payment) {
  const isFull = refund.totalRefundedCents >= payment.amountCents;
  return {
    text: isFull ? 'refund' : 'refund_partial',
    values: {
      payment: payment.description,
      amount: formatCents(refund.amountCents),
      access: accessTexts[refund.access],
    },
  } as const;
}

/** Title and body of the notification about a full or partial refund. */
export function refundLabels(refund: RefundSnapshot, payment: Payment): { title: string; body: string } {
  const { text, values } = refundText(refund, payment);
  return notificationLabels(text, values);
}

/** Sent once per refund. */
export function refundEmail(to: Recipient, refund: RefundSnapshot, payment: Payment, appUrl: string): Email {
  const { text, values } = refundText(refund, payment);
  return emailTo(to, {
    kind: 'refund',
    text,
    values,
    action: { label: 'Your payments', url: `${appUrl}/billing` },
    facts: [
      ['Payment', payment.description],
      ['Paid', formatCents(payment.amountCents)],
      ['Refunded in total', formatCents(refund.totalRefundedCents)],
    ],
    dedupeKey: `refund:${refund.stripeId}`,
  });
}

type FailedRefund = {
  /** The id of the refund's row. */
  id: string;
  /** The refund failed after it had succeeded. */
  wasMade: boolean;
  amountCents: number;
  access: RefundSnapshot['access'] | 'restored' | 'suspended';
};

const returnedAccessTexts: Record<FailedRefund['access'], string> = {
  ...accessTexts,
  restored: 'You have access to it again.',
  suspended: 'You cannot open it until your bank decides about the disputed payment.',
};

function failedText({ amountCents, access, wasMade }: FailedRefund, payment: Payment) {
  return {
    text: wasMade ? 'refund_returned' : 'refund_not_made',
    values: {
      payment: payment.description,
      amount: formatCents(amountCents),
      access: returnedAccessTexts[access],
    },
  } as const;
}

/** Title and body of the payer's notification about a refund that failed. */
export function failedRefundLabels(refund: FailedRefund, payment: Payment): { title: string; body: string } {
  const { text, values } = failedText(refund, payment);
  return notificationLabels(text, values);
}

/** To the payer: a refund failed. */
export function refundReturnedEmail(
  to: Recipient,
  refund: FailedRefund,
  payment: Payment,
  appUrl: string,
): Email {
  return emailTo(to, {
    kind: 'refund_returned',
    ...failedText(refund, payment),
    action: { label: 'Your payments', url: `${appUrl}/billing` },
    facts: factsOf(payment),
    dedupeKey: `refund_returned:${refund.id}`,
  });
}

/** To the academy: the refund failed at the bank, so the payer must be paid another way. */
export function refundFailedEmail(
  to: StaffRecipient,
  refund: { id: string; amountCents: number; failureReason: string | null },
  payment: Payment,
  appUrl: string,
): StaffEmail {
  return emailTo(to, {
    kind: 'refund_failed',
    text: 'staff_refund_failed',
    values: { payment: payment.description },
    facts: [
      ['Payment', payment.description],
      ['Refund', formatCents(refund.amountCents)],
      ['Reason', (refund.failureReason ?? 'not given').replaceAll('_', ' ')],
    ],
    action: { label: 'Purchase History', url: `${appUrl}/admin?tab=purchases` },
    dedupeKey: `refund_failed:${refund.id}:${to.id ?? 'support'}`,
  });
}

type DisputeSnapshot = {
  id: string;
  reason: string;
  amountCents: number;
  evidenceDueAt: string | null;
  /** An inquiry: no money has been withdrawn. */
  isInquiry: boolean;
  /** The bank accepts no evidence. */
  isUnanswerable: boolean;
};

/** To the academy: a bank opened a dispute or an inquiry. */
export function disputeEmail(
  to: StaffRecipient,
  dispute: DisputeSnapshot,
  payment: Payment,
  appUrl: string,
): StaffEmail {
  const { isUnanswerable } = dispute;
  const text = isUnanswerable ? 'staff_dispute_unanswerable' : 'staff_dispute';
  return emailTo(to, {
    kind: 'dispute',
    text: dispute.isInquiry ? 'staff_inquiry' : text,
    values: { payment: payment.description },
    facts: [
      ['Payment', payment.description],
      [dispute.isInquiry ? 'Asked about' : 'Disputed', formatCents(dispute.amountCents)],
      ['Reason', dispute.reason.replaceAll('_', ' ')],
      ...(isUnanswerable
        ? []
        : [['Evidence due', dispute.evidenceDueAt ? dayText(dispute.evidenceDueAt) : 'not given'] as const]),
    ],
    action: { label: 'Open the dispute', url: `${appUrl}/admin?tab=purchases&view=disputes` },
    dedupeKey: `${dispute.isInquiry ? 'inquiry' : 'dispute'}:${dispute.id}:${to.id ?? 'support'}`,
  });
}

/** `settled`: the academy keeps the money. */
type DecidedDispute = { id: string; amountCents: number; outcome: 'settled' | 'lost' };

function decisionText({ outcome }: DecidedDispute, payment: Payment) {
  const text = outcome === 'lost' ? 'staff_dispute_lost' : 'staff_dispute_won';
  return { text, values: { payment: payment.description } } as const;
}

/** Title and body of the notification that a bank has decided a dispute. */
export function disputeDecidedLabels(
  dispute: DecidedDispute,
  payment: Payment,
): { title: string; body: string } {
  const { text, values } = decisionText(dispute, payment);
  return notificationLabels(text, values);
}

/** To the academy: a bank has decided a dispute. */
export function disputeDecidedEmail(
  to: StaffRecipient,
  dispute: DecidedDispute,
  payment: Payment,
  appUrl: string,
): StaffEmail {
  return emailTo(to, {
    kind: 'dispute_decided',
    ...decisionText(dispute, payment),
    facts: [
      ['Payment', payment.description],
      ['Disputed', formatCents(dispute.amountCents)],
    ],
    action: { label: 'Open the payment', url: `${appUrl}/admin/payments/${payment.id}` },
    dedupeKey: `dispute_${dispute.outcome}:${dispute.id}:${to.id ?? 'support'}`,
  });
}

/** To the academy: the card's bank reported fraud. A refund in full now can avoid a dispute and its fee. */
export function fraudWarningEmail(
  to: StaffRecipient,
  warningId: string,
  payment: Omit<Payment, 'id'>,
  appUrl: string,
): StaffEmail {
  return emailTo(to, {
    kind: 'fraud_warning',
    text: 'staff_fraud_warning',
    values: { payment: payment.description },
    facts: factsOf(payment),
    action: { label: 'Open the dashboard', url: `${appUrl}/admin` },
    dedupeKey: `fraud_warning:${warningId}:${to.id ?? 'support'}`,
  });
}
