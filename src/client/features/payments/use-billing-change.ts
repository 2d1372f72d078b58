import { useQueryClient } from '@tanstack/react-query';
import { describeError, mayHaveSucceeded } from '../../lib/error-text.ts';
import { checkCodesAgain } from '../../lib/use-promotion-code.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { refreshAfterPayment } from './refresh-after-payment.ts';

/** An `onError` for mutations about payments. Reloads the data that is or may be out of date after the error. */
export function useBillingError(): (error: unknown) => void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return (error) => {
    const failure = describeError(error);
    const { code, status, fields } = failure;
    if (code === 'not_signed_in') {
      utils.auth.me.setData(undefined, null);
    } else if ([402, 403, 404, 409].includes(status ?? 0) || mayHaveSucceeded(failure)) {
      void utils.payments.mySubscription.invalidate();
      void utils.payments.myPayments.invalidate();
    }
    if (fields?.promotionCode !== undefined) void checkCodesAgain(queryClient);
  };
}

/** `onSuccess` and `onError` of mutations that change the user's plan or payments. */
export function useBillingChange(title: string, onDone?: () => void) {
  const utils = trpc.useUtils();
  return {
    async onSuccess({ message }: { message: string }) {
      await refreshAfterPayment(utils);
      showToast({ title, description: message, tone: 'success' });
      onDone?.();
    },
    onError: useBillingError(),
  };
}
