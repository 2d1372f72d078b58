import { formatCents } from '../../../shared/money.ts';
import type { NewNotification } from '../../messages/notifications/notifications.operations.ts';

type Notice = Omit<NewNotification, 'userId' | 'now'>;
type Payment = { description: string; amountCents: number };

/**
 * The payer's notification about a dispute.
 * @param outcome `settled`: the academy won; `lost`: the payer got the money back
 * @param isAccessAtStake whether the dispute removes access: no other payment covers what this one paid for
 */
export function disputeNotice(
  disputeId: string,
  outcome: 'open' | 'settled' | 'lost',
  payment: Payment,
  isAccessAtStake: boolean,
): Notice {
  const texts = {
    open: [
      `Your bank asks about a payment: ${payment.description}`,
      isAccessAtStake
        ? `Access to what you paid ${formatCents(payment.amountCents)} for is paused until your bank has decided. If you did not ask your bank for this, write to us.`
        : `Your bank disputes the payment of ${formatCents(payment.amountCents)}. You keep your membership: other payments cover it. If you did not ask your bank for this, write to us.`,
    ],
    settled: [
      isAccessAtStake
        ? `Your access is back: ${payment.description}`
        : `Your payment stands: ${payment.description}`,
      'Your bank has decided that the payment stands, and everything is as it was before.',
    ],
    lost: [
      `Your payment went back: ${payment.description}`,
      isAccessAtStake
        ? 'Your bank has returned the money to you, so your access has ended. Your notes and your progress are kept.'
        : 'Your bank has returned the money to you. You keep your membership until the end of the period you paid for, and it does not renew.',
    ],
  } as const;
  const [title, body] = texts[outcome];
  return {
    kind: 'payment_disputed',
    title,
    body,
    path: '/billing',
    dedupeKey: `dispute:${disputeId}:${outcome}`,
  };
}

/** The notification about the decision on a refund request. */
export function requestAnswerNotice(
  request: { id: string; accepted: boolean; answer: string },
  payment: Payment,
): Notice {
  return {
    kind: 'refund_answered',
    title: request.accepted
      ? `Your refund is on its way: ${payment.description}`
      : `About your refund request: ${payment.description}`,
    body: request.accepted
      ? 'We have agreed to your request. We will notify you when the refund is confirmed.'
      : `We have looked at your request and cannot refund this payment. ${request.answer}`,
    path: '/billing',
    dedupeKey: `refund_request_answered:${request.id}`,
  };
}
