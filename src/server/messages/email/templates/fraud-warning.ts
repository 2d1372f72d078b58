import { formatCents } from '../../../../shared/money.ts';
import type { Email } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/** To support: the card's bank reported fraud. A refund now avoids the dispute fee. */
export function fraudWarningEmail(
  to: { id: string | null; email: string; firstName: string },
  warningId: string,
  payment: { description: string; amountCents: number },
  appUrl: string,
): Email {
  return {
    kind: 'fraud_warning',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: `Early fraud warning: ${payment.description}`,
      firstName: to.firstName,
      paragraphs: [
        'The bank of the card reports this payment as fraudulent. Most such payments are disputed within days, which costs a fee even when you win.',
        'Refund it in full now to avoid the dispute, or keep it if you know the student. You can decide on your dashboard.',
      ],
      facts: [
        ['Payment', payment.description],
        ['Amount', formatCents(payment.amountCents)],
      ],
      action: { label: 'Open the dashboard', url: `${appUrl}/admin` },
    }),
    dedupeKey: `fraud_warning:${warningId}:${to.id ?? 'support'}`,
  };
}
