import { trpc } from '../../../trpc.ts';

/** After a decision or a claim, invalidates the cases, their users, the counts, and the reviewer's own account. */
export function useRefreshDecisions(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.kyc.queue.invalidate(),
      utils.admin.kyc.get.invalidate(),
      utils.admin.kyc.all.invalidate(),
      utils.admin.users.withApplication.invalidate(),
      utils.admin.users.recent.invalidate(),
      utils.admin.dashboard.analytics.invalidate(),
      utils.admin.dashboard.waiting.invalidate(),
      utils.kyc.myApplications.invalidate(),
      utils.auth.me.invalidate(),
    ]);
  };
}
