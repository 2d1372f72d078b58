import { trpc } from '../../../trpc.ts';
import { refreshChoices } from './refresh-choices.ts';

/**
 * Invalidates the queries that contain coaching plans: the admin's lists, the plans page, the learning pages and the
 * choices of coaches.
 */
export function useRefreshCoachingPlans(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.coachingPlans.list.invalidate(),
      utils.admin.learning.materials.invalidate(),
      utils.payments.plans.invalidate(),
      utils.learning.invalidate(),
      refreshChoices(utils),
    ]);
  };
}
