import { formatCents } from '../../../shared/money.ts';
import type { NewNotification } from '../../messages/notifications/notifications.operations.ts';
import type { AccessSource } from './access.operations.ts';

type PayerNotification = Omit<NewNotification, 'userId' | 'appearsAt'>;
type Payment = { description: string; amountCents: number };

/** What a disputed payment paid for, and why the payer has access to it. */
export type Disputed = { kind: 'purchase' | 'subscription'; source: AccessSource };

/**
 * The payer's notification about a dispute.
 * @param outcome `settled`: the academy keeps the money; `lost`: the payer got it back
 */
export function disputeNotification(
  disputeId: string,
  outcome: 'open' | 'settled' | 'lost',
  payment: Payment,
  { kind, source }: Disputed,
): PayerNotification {
  const isOwn = source === 'own';
  const kept = {
    own: [],
    none: [],
    other: [
      kind === 'subscription'
        ? 'You keep your membership: other payments cover it.'
        : 'You keep your access: another payment covers it.',
    ],
  }[source];
  const texts = {
    open: [
      `Your bank asks about a payment: ${payment.description}`,
      isOwn
        ? `Access to what you paid ${formatCents(payment.amountCents)} for is paused until your bank has decided.`
        : `Your bank disputes the payment of ${formatCents(payment.amountCents)}.`,
      ...kept,
      'If you did not ask your bank for this, write to us.',
    ],
    settled: [
      isOwn ? `Your access is back: ${payment.description}` : `Your payment stands: ${payment.description}`,
      'The dispute over this payment has ended, and the payment stands.',
    ],
    lost: [
      `Your payment was returned: ${payment.description}`,
      isOwn
        ? `Your bank has returned the money to you, so ${kind === 'subscription' ? 'the membership that it paid for' : 'your access'} has ended. Your notes and your progress are kept.`
        : 'Your bank has returned the money to you.',
      ...(kind === 'subscription' && source === 'other'
        ? ['You keep your membership until the end of the period you paid for, and it does not renew.']
        : kept),
    ],
  };
  const [title = '', ...sentences] = texts[outcome];
  const body = sentences.join(' ');
  return {
    kind: 'payment_disputed',
    title,
    body,
    path: '/billing',
    dedupeKey: `dispute:${disputeId}:${outcome}`,
  };
}

/** The notification about the decision on a refund request. */
export function requestAnswerNotification(
  request: { id: string; accepted: boolean; answer: string },
  payment: Payment,
): PayerNotification {
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
