import { trpc } from '../../../trpc.ts';

/**
 * Called after an admin decides a case or claims it (takes it for review). Invalidates the cases, their users, the
 * counts, and the admin's own account, because the application may be the admin's own.
 */
export function useRefreshDecisions(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
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
}
