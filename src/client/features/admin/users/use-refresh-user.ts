import { trpc } from '../../../trpc.ts';

/** Forgets everything on screen that a change of an account may alter. */
export function useRefreshUser(): (id: string) => Promise<void> {
  const utils = trpc.useUtils();
  return async (id) => {
    await Promise.all([
      utils.admin.users.invalidate(),
      utils.admin.subscriptions.ofUser.invalidate({ userId: id }),
      utils.admin.dashboard.analytics.invalidate(),
      utils.admin.purchases.search.invalidate(),
      utils.admin.audit.list.invalidate(),
      // An admin may look at their own page.
      utils.auth.me.invalidate(),
      utils.payments.mySubscription.invalidate(),
      utils.shop.invalidate(),
      utils.learning.invalidate(),
    ]);
  };
}
