import { trpc } from '../../../trpc.ts';

/** Invalidates the admin's list of coaching plans, and all learning queries. */
export function useRefreshCoachingPlans(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.admin.coachingPlans.list.invalidate(), utils.learning.invalidate()]);
  };
}
