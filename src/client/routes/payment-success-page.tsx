import { useSearch } from '@tanstack/react-router';
import { PaymentResult } from '../features/payments/payment-result.tsx';

/** The page to which the hosted payment page sends the buyer back. Details are shown to the buyer only. */
export function PaymentSuccessPage() {
  const { session_id: sessionId } = useSearch({ from: '/payment-success' });
  return <PaymentResult key={sessionId} sessionId={sessionId} />;
}
