import { trpc } from '../../../trpc.ts';

/** For a decision on a payment: invalidates the admin area's payments and dashboard, and the admin's own purchases. */
export function useRefreshPayments(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.admin.dashboard.invalidate(),
      utils.admin.payments.get.invalidate(),
      utils.admin.payments.page.invalidate(),
      utils.admin.payments.search.invalidate(),
      utils.admin.payments.refundRequests.invalidate(),
      utils.admin.payments.purchasesOnHold.invalidate(),
      utils.admin.subscriptions.onHold.invalidate(),
      utils.admin.payments.disputes.invalidate(),
      utils.admin.payments.tasks.invalidate(),
      // The payment may be the admin's own.
      utils.payments.myPayments.invalidate(),
      utils.shop.invalidate(),
    ]);
}
