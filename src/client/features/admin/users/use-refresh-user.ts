import { trpc } from '../../../trpc.ts';

/** Invalidates all admin queries, and those of the admin's own account, membership, shop and learning. */
export function useRefreshUser(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.admin.invalidate(),
      // The changed account may be the admin's own.
      utils.auth.me.invalidate(),
      utils.payments.mySubscription.invalidate(),
      utils.shop.invalidate(),
      utils.learning.invalidate(),
    ]);
}
