import { useQuery } from '@tanstack/react-query';
import { notReadyText } from '../../../shared/shop/product-content.ts';
import { formatCents } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { confirmPayment, type PaymentOutcome } from './confirm-payment.ts';
import { refreshAfterPayment } from './refresh-after-payment.ts';

/** After this time, a call counts as failed, so that the next attempt can start. */
const callTimeoutMs = 10_000;

/**
 * Confirms a payment and returns its outcome. This is a query rather than an effect, so that requests and messages are
 * not repeated if the page is rendered twice, or if the user returns while the final outcome is cached.
 * @param userId - undefined if the user could not be loaded; the server's responses then show whether anyone is logged
 * in
 */
export function usePaymentOutcome(sessionId: string, userId: string | undefined) {
  const utils = trpc.useUtils();
  return useQuery<PaymentOutcome>({
    queryKey: ['payment-outcome', sessionId, userId],
    // `confirmPayment` handles failed calls itself, and must not be paused while the browser is offline.
    networkMode: 'always',
    // Only final outcomes stay fresh. Others are fetched again on the next visit.
    staleTime: (query) => (isFinal(query.state.data) ? Number.POSITIVE_INFINITY : 0),
    queryFn: async ({ signal }) => {
      const { payments } = utils.client;
      const withTimeout = () => ({ signal: AbortSignal.any([signal, AbortSignal.timeout(callTimeoutMs)]) });
      const outcome = await confirmPayment(
        {
          completePurchase: () => payments.completePurchase.mutate({ sessionId }, withTimeout()),
          verifySubscription: () => payments.verifySubscription.mutate({ sessionId }, withTimeout()),
          checkoutSession: () => payments.checkoutSession.query({ sessionId }, withTimeout()),
        },
        {
          signal,
          async wait(milliseconds) {
            await new Promise((resolve) => setTimeout(resolve, milliseconds));
            signal.throwIfAborted();
          },
        },
      );
      if (outcome.kind === 'purchase' || outcome.kind === 'subscription') {
        void refreshAfterPayment(utils);
        announce(outcome);
      }
      // The login has ended. Without this, the login page would redirect back.
      if (outcome.kind === 'signed_out') utils.auth.me.setData(undefined, null);
      return outcome;
    },
  });
}

function isFinal(outcome: PaymentOutcome | undefined): boolean {
  return outcome?.kind === 'purchase' || outcome?.kind === 'subscription' || outcome?.kind === 'refunded';
}

function announce(outcome: Extract<PaymentOutcome, { kind: 'purchase' | 'subscription' }>) {
  if (outcome.kind === 'purchase') {
    showToast({
      title: 'Purchase Successful!',
      description: `Your product has been added to your library. ${
        outcome.awaitsContent ? notReadyText : 'You can now access it from the learning section.'
      }`,
      tone: 'success',
    });
    return;
  }
  const { plan, receipt } = outcome;
  const activated = `Your ${planName(plan)} subscription has been activated successfully.`;
  const paid = plan === 'custom' && receipt ? ` Amount paid: ${formatCents(receipt.amountCents)}.` : '';
  showToast({ title: 'Payment Successful!', description: activated + paid, tone: 'success' });
}
