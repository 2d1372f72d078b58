import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { notifyOtherTabs } from '../../lib/other-tabs.ts';
import { trpc } from '../../trpc.ts';

/**
 * Informs the pages and the browser's other tabs who has just logged in, because their data was for a visitor or
 * another user.
 */
export function useSignedIn(): (user: CurrentUser) => void {
  const utils = trpc.useUtils();
  return (user) => {
    utils.auth.me.setData(undefined, user);
    notifyOtherTabs(user.id);
    const { shop, learning, goals, notifications, kyc, payments, admin, security } = utils;
    for (const held of [shop, learning, goals, notifications, kyc, payments, admin, security]) {
      void held.invalidate();
    }
  };
}
