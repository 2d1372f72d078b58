import type { CurrentUser } from '../../../shared/accounts.ts';
import { trpc } from '../../trpc.ts';

/** Tells the pages who has just signed in; what they hold was for a visitor or for somebody else. */
export function useSignedIn(): (user: CurrentUser) => void {
  const utils = trpc.useUtils();
  return (user) => {
    utils.auth.me.setData(undefined, user);
    const { shop, learning, goals, notifications, kyc, payments, admin, security } = utils;
    for (const held of [shop, learning, goals, notifications, kyc, payments, admin, security]) {
      void held.invalidate();
    }
  };
}
