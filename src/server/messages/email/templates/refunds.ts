import { dayText } from '../../../../shared/day-text.ts';
import { formatCents } from '../../../../shared/money.ts';
import type { Email } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

type Reader = { id: string | null; email: string; firstName: string };
type Payment = { id: string; description: string; amountCents: number };

/** The payer asked for a refund: to support. Who and why stands in the admin area only, which forgets it in time. */
export function refundRequestedEmail(to: Reader, requestId: string, payment: Payment, appUrl: string): Email {
  return {
    kind: 'refund_requested',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: `Refund asked for: ${payment.description}`,
      firstName: to.firstName,
      paragraphs: ['A student asks for a refund. The request waits for your answer.'],
      facts: [
        ['Payment', payment.description],
        ['Amount', formatCents(payment.amountCents)],
      ],
      action: { label: 'Answer the request', url: `${appUrl}/admin?tab=purchases&view=requests` },
    }),
    dedupeKey: `refund_requested:${requestId}:${to.id ?? 'support'}`,
  };
}

/** The same to the payer: it arrived. */
export function refundRequestReceivedEmail(
  to: Reader,
  requestId: string,
  payment: Payment,
  appUrl: string,
): Email {
  return {
    kind: 'refund_request_received',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'We have your request for a refund',
      firstName: to.firstName,
      paragraphs: ['Thank you for writing. A person looks at your request and answers by mail.'],
      facts: [
        ['Payment', payment.description],
        ['Amount', formatCents(payment.amountCents)],
      ],
      action: { label: 'Your payments', url: `${appUrl}/billing` },
    }),
    dedupeKey: `refund_request_received:${requestId}`,
  };
}

/** The answer to a request. */
export function refundRequestAnsweredEmail(
  to: Reader,
  request: { id: string; accepted: boolean; answer: string },
  payment: Payment,
  appUrl: string,
): Email {
  return {
    kind: 'refund_request_answered',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: request.accepted ? 'Your refund is on its way' : 'About your request for a refund',
      firstName: to.firstName,
      paragraphs: request.accepted
        ? ['We have agreed to your request. A second mail follows as soon as the refund is confirmed.']
        : ['We have looked at your request and cannot refund this payment.', request.answer],
      facts: [
        ['Payment', payment.description],
        ['Amount', formatCents(payment.amountCents)],
      ],
      action: { label: 'Your payments', url: `${appUrl}/billing` },
      ...(request.accepted
        ? {}
        : {
            closing: ['If you see this differently, answer us: your rights under the law stay as they are.'],
          }),
    }),
    dedupeKey: `refund_request_answered:${request.id}`,
  };
}

type RefundSnapshot = {
  stripeId: string;
  amountCents: number;
  totalRefundedCents: number;
  accessEnded: boolean;
};

/** What is said of money that went back, all of it or a part. */
export function refundLabels(refund: RefundSnapshot, payment: Payment) {
  const isFull = refund.totalRefundedCents >= payment.amountCents;
  return {
    title: `${isFull ? 'Your refund' : 'Your partial refund'}: ${payment.description}`,
    sent: `We have sent ${formatCents(refund.amountCents)} back to the card or account that you paid with. Banks take up to ten days to show it.`,
    access: refund.accessEnded
      ? 'Your access to it has ended. Your notes and your progress are kept.'
      : 'You keep your access.',
  };
}

/** The mail about it; one a refund. */
export function refundEmail(to: Reader, refund: RefundSnapshot, payment: Payment, appUrl: string): Email {
  const { title, sent, access } = refundLabels(refund, payment);
  return {
    kind: 'refund',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: title,
      firstName: to.firstName,
      paragraphs: [sent, access],
      facts: [
        ['Payment', payment.description],
        ['Paid', formatCents(payment.amountCents)],
        ['Refunded in total', formatCents(refund.totalRefundedCents)],
      ],
      action: { label: 'Your payments', url: `${appUrl}/billing` },
    }),
    dedupeKey: `refund:${refund.stripeId}`,
  };
}

/** The bank sent a refund back: to support, since the payer has to be paid another way. */
export function refundFailedEmail(
  to: Reader,
  refund: { id: string; amountCents: number; failureReason: string | null },
  payment: Payment,
  appUrl: string,
): Email {
  return {
    kind: 'refund_failed',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: `A refund failed: ${payment.description}`,
      firstName: to.firstName,
      paragraphs: [
        'The bank did not take the refund below. The payment counts as not refunded by this amount again, and access that ended with it is restored. Ask the student how to pay it back.',
      ],
      facts: [
        ['Payment', payment.description],
        ['Refund', formatCents(refund.amountCents)],
        ['Reason', (refund.failureReason ?? 'not told').replaceAll('_', ' ')],
      ],
      action: { label: 'Purchase History', url: `${appUrl}/admin?tab=purchases` },
    }),
    dedupeKey: `refund_failed:${refund.id}:${to.id ?? 'support'}`,
  };
}

type DisputeSnapshot = {
  id: string;
  reason: string;
  amountCents: number;
  evidenceDueAt: string | null;
  /** The bank only asks: no money is withdrawn. */
  isInquiry: boolean;
};

/** A bank asks for money back, or asks about it: to support. */
export function disputeMail(to: Reader, dispute: DisputeSnapshot, payment: Payment, appUrl: string): Email {
  return {
    kind: 'dispute',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: dispute.isInquiry
        ? `A bank asks about a payment: ${payment.description}`
        : `A payment is disputed: ${payment.description}`,
      firstName: to.firstName,
      paragraphs: dispute.isInquiry
        ? [
            'A bank asks about this payment. No money was taken back, and the student keeps access.',
            'Refund all of it, or send the evidence at Stripe before the date below: either can settle the question before it becomes a dispute.',
          ]
        : [
            'A bank asks for the money of this payment back. Access to what was paid is paused until the bank has decided, unless other payments cover it.',
            'The evidence is prepared: download it, look it through, and send it at Stripe before the date below.',
          ],
      facts: [
        ['Payment', payment.description],
        [dispute.isInquiry ? 'Asked about' : 'Disputed', formatCents(dispute.amountCents)],
        ['Reason', dispute.reason.replaceAll('_', ' ')],
        ['Evidence due', dispute.evidenceDueAt ? dayText(dispute.evidenceDueAt) : 'not told'],
      ],
      action: { label: 'Open the dispute', url: `${appUrl}/admin?tab=purchases&view=disputes` },
    }),
    dedupeKey: `${dispute.isInquiry ? 'inquiry' : 'dispute'}:${dispute.id}:${to.id ?? 'support'}`,
  };
}
