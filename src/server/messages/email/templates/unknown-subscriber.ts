import type { StaffRecipient } from '../../contact/staff-recipients.operations.ts';
import type { Email } from '../email.operations.ts';

/** To the academy: after restoring a backup, Stripe has a subscription of a customer whose account is missing. */
export function unknownSubscriberEmail(to: StaffRecipient, subscriptionId: string): Email {
  return {
    kind: 'subscriber_unknown',
    userId: to.id,
    to: to.email,
    template: {
      text: 'staff_subscriber_unknown',
      firstName: to.firstName,
      facts: [['Subscription', subscriptionId]],
    },
    dedupeKey: `subscriber_unknown:${subscriptionId}:${to.id ?? 'support'}`,
  };
}
