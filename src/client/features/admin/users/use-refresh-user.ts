import { trpc } from '../../../trpc.ts';

/** Forgets everything on screen that a change of an account may alter. */
export function useRefreshUser(): (id: string) => Promise<void> {
  const utils = trpc.useUtils();
  return async (id) => {
    await Promise.all([
      utils.adminUsers.invalidate(),
      utils.payments.adminUserPlans.invalidate({ userId: id }),
      utils.admin.user.invalidate({ id }),
      utils.admin.recentUsers.invalidate(),
      utils.admin.analytics.invalidate(),
      utils.admin.searchPurchases.invalidate(),
      utils.admin.listAudit.invalidate(),
      // An admin may look at their own page.
      utils.auth.me.invalidate(),
      utils.payments.mySubscription.invalidate(),
      utils.shop.invalidate(),
      utils.learning.invalidate(),
    ]);
  };
}
