import type { Email } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/** To support: after restoring a backup, Stripe charges a customer whose account is missing. */
export function unknownSubscriberEmail(
  to: { id: string | null; email: string; firstName: string },
  subscriptionId: string,
): Email {
  return {
    kind: 'subscriber_unknown',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'A missing account is paying for a membership',
      firstName: to.firstName,
      paragraphs: [
        'Stripe charges the subscription below each month, but the account that started it is not in the database: it is newer than the restored backup.',
        'Stripe shows who the customer is. Ask them to register again, then cancel and refund the subscription in Stripe, or grant the membership here until it ends.',
      ],
      facts: [['Subscription', subscriptionId]],
    }),
    dedupeKey: `subscriber_unknown:${subscriptionId}:${to.id ?? 'support'}`,
  };
}
