import { trpc } from '../../../trpc.ts';

/** Invalidates everything that a change to an account may affect. */
export function useRefreshUser(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.invalidate(),
      // The admin may be looking at their own account.
      utils.auth.me.invalidate(),
      utils.payments.mySubscription.invalidate(),
      utils.shop.invalidate(),
      utils.learning.invalidate(),
    ]);
  };
}
