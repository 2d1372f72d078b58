import { trpc } from '../../../trpc.ts';

/** Invalidates all lists that contain coaching plans. */
export function useRefreshCoachingPlans(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.admin.coachingPlans.list.invalidate(), utils.learning.invalidate()]);
  };
}
