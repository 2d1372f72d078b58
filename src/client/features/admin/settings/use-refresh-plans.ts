import { trpc } from '../../../trpc.ts';

/** Invalidates every list that contains coaching plans. */
export function useRefreshPlans(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.admin.coachingPlans.list.invalidate(), utils.learning.invalidate()]);
  };
}
