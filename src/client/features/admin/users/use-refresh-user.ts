import { trpc } from '../../../trpc.ts';

/** Invalidates everything that a change to an account may affect. */
export function useRefreshUser(): (id: string) => Promise<void> {
  const utils = trpc.useUtils();
  return async (id) => {
    await Promise.all([
      utils.admin.users.invalidate(),
      utils.admin.subscriptions.ofUser.invalidate({ userId: id }),
      utils.admin.dashboard.analytics.invalidate(),
      utils.admin.payments.search.invalidate(),
      utils.admin.audit.list.invalidate(),
      // The admin may be looking at their own account.
      utils.auth.me.invalidate(),
      utils.payments.mySubscription.invalidate(),
      utils.shop.invalidate(),
      utils.learning.invalidate(),
    ]);
  };
}
