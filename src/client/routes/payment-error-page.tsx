import { useSearch } from '@tanstack/react-router';
import { readPaymentErrorQuery } from '../../shared/payments/payment-errors.ts';
import { PaymentErrorReport } from '../features/payments/payment-error-report.tsx';

/** Public. The URL is untrusted, so only allowlisted values are shown. */
export function PaymentErrorPage() {
  const query = readPaymentErrorQuery(useSearch({ from: '/payment-error' }));
  return <PaymentErrorReport {...query} />;
}
