import { trpc } from '../../../trpc.ts';

/** Forgets everything a decision changes: the queue, the person, the figures, and the reviewer's own pages. */
export function useRefreshDecisions(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.kycQueue.invalidate(),
      utils.admin.kycCase.invalidate(),
      utils.admin.listApplications.invalidate(),
      utils.admin.user.invalidate(),
      utils.admin.recentUsers.invalidate(),
      utils.admin.analytics.invalidate(),
      utils.kyc.myApplications.invalidate(),
      utils.auth.me.invalidate(),
    ]);
  };
}
