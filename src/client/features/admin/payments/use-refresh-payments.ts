import { trpc } from '../../../trpc.ts';

/** For a decision on a payment: invalidates the admin area's payments and dashboard, and the admin's own purchases. */
export function useRefreshPayments(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.admin.dashboard.invalidate(),
      utils.admin.payments.invalidate(),
      utils.admin.subscriptions.onHold.invalidate(),
      // The payment may be the admin's own.
      utils.payments.myPayments.invalidate(),
      utils.shop.invalidate(),
    ]);
}
