import type { UnconfirmedPayment } from '../../../shared/payments/payments.ts';
import { formatCents } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** Whether these were paid or left, only the payment provider knows. */
export function UnconfirmedPayments({ payments }: { payments: readonly UnconfirmedPayment[] }) {
  if (payments.length === 0) return null;
  return (
    <Notice role="status" title="Not confirmed yet" className="mb-6 print:hidden">
      <ul>
        {payments.map(({ id, description, amountCents }) => (
          <li key={id}>
            {description}, {formatCents(amountCents)}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        If you have paid, it is listed below as soon as our payment provider confirms it, usually within a
        minute. A bank debit takes a few days. If you left the payment page, you were not charged.
      </p>
    </Notice>
  );
}
