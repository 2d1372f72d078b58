import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { assignDraftsTo } from '../../lib/draft-owner.ts';
import { notifyOtherTabs } from '../../lib/other-tabs.ts';
import { removeInactive } from '../../lib/remove-inactive.ts';
import { trpc } from '../../trpc.ts';

/**
 * @returns a function to call with the user who has just logged in. The function updates this page and notifies the
 * browser's other tabs, whose data belongs to a visitor or another user.
 */
export function useAfterSignIn(): (user: CurrentUser) => void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return (user) => {
    assignDraftsTo(user.id);
    removeInactive(queryClient);
    utils.auth.me.setData(undefined, user);
    notifyOtherTabs(user.id);
    void utils.invalidate();
  };
}
