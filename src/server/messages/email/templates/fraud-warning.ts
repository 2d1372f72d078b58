import { formatCents } from '../../../../shared/money.ts';
import type { StaffRecipient } from '../../contact/staff-recipients.operations.ts';
import type { Email } from '../email.operations.ts';

/** To the academy: the card's bank reported fraud. A refund in full now can avoid a dispute and its fee. */
export function fraudWarningEmail(
  to: StaffRecipient,
  warningId: string,
  payment: { description: string; amountCents: number },
  appUrl: string,
): Email {
  return {
    kind: 'fraud_warning',
    userId: to.id,
    to: to.email,
    template: {
      text: 'staff_fraud_warning',
      firstName: to.firstName,
      values: { payment: payment.description },
      facts: [
        ['Payment', payment.description],
        ['Amount', formatCents(payment.amountCents)],
      ],
      action: { label: 'Open the dashboard', url: `${appUrl}/admin` },
    },
    dedupeKey: `fraud_warning:${warningId}:${to.id ?? 'support'}`,
  };
}
