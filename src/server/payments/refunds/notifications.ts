import { formatCents } from '../../../shared/money.ts';
import type { NewNotification } from '../../messages/notifications/notifications.operations.ts';
import type { AccessSource } from './access.operations.ts';

type PayerNotification = Omit<NewNotification, 'userId' | 'appearsAt'>;
type Payment = { description: string; amountCents: number };

/** What a disputed payment paid for, and why the payer has access to it. */
export type Disputed = { kind: 'purchase' | 'subscription'; source: AccessSource };

/**
 * The payer's notification about a dispute.
 * @param outcome - `settled`: the academy keeps the money; `lost`: the payer got it back
 */
export function disputeNotification(
  disputeId: string,
  outcome: 'open' | 'settled' | 'lost',
  payment: Payment,
  disputed: Disputed,
): PayerNotification {
  return {
    kind: 'payment_disputed',
    ...disputeTexts(outcome, payment, disputed),
    path: '/billing',
    dedupeKey: `dispute:${disputeId}:${outcome}`,
  };
}

function disputeTexts(
  outcome: 'open' | 'settled' | 'lost',
  { description, amountCents }: Payment,
  { kind, source }: Disputed,
): { title: string; body: string } {
  const isSubscription = kind === 'subscription';
  const amount = formatCents(amountCents);
  switch (outcome) {
    case 'open': {
      const effect = {
        own: `Your access is suspended until your bank has decided about the payment of ${amount}.`,
        other: `Your bank disputes the payment of ${amount}. ${keptText(kind)}`,
        none: `Your bank disputes the payment of ${amount}.`,
      }[source];
      return {
        title: `Your bank disputes a payment: ${description}`,
        body: `${effect} If you did not ask your bank for this, write to us.`,
      };
    }
    case 'settled':
      return {
        title:
          source === 'own' ? `Your access is back: ${description}` : `Your payment stands: ${description}`,
        body: 'The dispute over this payment has ended, and the payment stands.',
      };
    case 'lost': {
      const lost = isSubscription ? 'the membership that it paid for' : 'your access';
      const kept = isSubscription
        ? 'You keep your membership until the end of the period you paid for, and it does not renew.'
        : keptText(kind);
      const body = {
        own: `Your bank has returned the money to you, so ${lost} has ended. Your notes and your progress are kept.`,
        other: `Your bank has returned the money to you. ${kept}`,
        none: 'Your bank has returned the money to you.',
      }[source];
      return { title: `Your bank returned your payment: ${description}`, body };
    }
  }
}

function keptText(kind: Disputed['kind']): string {
  return kind === 'subscription'
    ? 'You keep your membership: other payments cover it.'
    : 'You keep your access: another payment covers it.';
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
