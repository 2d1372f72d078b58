import { trpc } from '../../../trpc.ts';

/** Forgets every list that a coaching plan stands in. */
export function useRefreshPlans(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([utils.admin.coachingPlans.list.invalidate(), utils.learning.invalidate()]);
  };
}
