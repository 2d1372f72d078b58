import type { Email } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/** To support: money is taken each month from somebody whom the academy does not know, after a restored backup. */
export function unknownSubscriberEmail(
  to: { id: string | null; email: string; firstName: string },
  subscriptionId: string,
): Email {
  return {
    kind: 'subscriber_unknown',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: 'A plan is paid for by an account that is not here',
      firstName: to.firstName,
      paragraphs: [
        'Stripe charges the subscription below each month, and the account that began it is not in the database: it is newer than the backup that was restored.',
        'Its customer is named in Stripe. Ask this person to register again, then cancel and refund the subscription in Stripe, or grant the plan here until it ends.',
      ],
      facts: [['Subscription', subscriptionId]],
    }),
    dedupeKey: `subscriber_unknown:${subscriptionId}:${to.id ?? 'support'}`,
  };
}
