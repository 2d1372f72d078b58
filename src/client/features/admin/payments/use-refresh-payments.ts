import { trpc } from '../../../trpc.ts';

/** Invalidates everything that an admin's decision on a payment may change. */
export function useRefreshPayments(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.dashboard.invalidate(),
      utils.admin.payments.get.invalidate(),
      utils.admin.payments.page.invalidate(),
      utils.admin.payments.search.invalidate(),
      utils.admin.payments.refundRequests.invalidate(),
      utils.admin.payments.purchasesOnHold.invalidate(),
      utils.admin.subscriptions.onHold.invalidate(),
      utils.admin.payments.disputes.invalidate(),
      utils.admin.payments.tasks.invalidate(),
      // The admin may be looking at their own purchase.
      utils.payments.myPayments.invalidate(),
      utils.shop.invalidate(),
    ]);
  };
}
