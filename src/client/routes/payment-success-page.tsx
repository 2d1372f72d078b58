import { useSearch } from '@tanstack/react-router';
import { PaymentResult } from '../features/payments/payment-result.tsx';

/** Where the hosted payment page leads back to (S2 §2); details are shown to the buyer only (D-12). */
export function PaymentSuccessPage() {
  const { session_id: sessionId } = useSearch({ from: '/payment-success' });
  return <PaymentResult key={sessionId} sessionId={sessionId} />;
}
