import { useSearch } from '@tanstack/react-router';
import { PaymentResult } from '../features/payments/payment-result.tsx';

/** Where the hosted payment page returns to. Details are shown to the buyer only. */
export function PaymentSuccessPage() {
  const { session_id: sessionId } = useSearch({ from: '/payment-success' });
  return <PaymentResult key={sessionId} sessionId={sessionId} />;
}
