import { trpc } from '../../../trpc.ts';

/** Everything on screen that a refund, an answer or a delivery may change. */
export function useRefreshPayments(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.analytics.invalidate(),
      utils.admin.searchPurchases.invalidate(),
      utils.payments.adminPayment.invalidate(),
      utils.payments.adminPayments.invalidate(),
      utils.payments.adminRefundRequests.invalidate(),
      utils.payments.adminHeldPurchases.invalidate(),
      utils.payments.adminHeldSubscriptions.invalidate(),
      utils.payments.adminDisputes.invalidate(),
      utils.payments.adminTasks.invalidate(),
      // An admin may look at what they bought themselves.
      utils.payments.myPayments.invalidate(),
      utils.shop.invalidate(),
    ]);
  };
}
