import type { StaffRecipient } from '../../contact/staff-recipients.operations.ts';
import type { Email } from '../email.operations.ts';

/** To the academy: after a backup was restored, Stripe has a subscription whose customer has no account here. */
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
