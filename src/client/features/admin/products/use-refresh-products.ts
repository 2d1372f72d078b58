import { trpc } from '../../../trpc.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

/** Invalidates the learning pages, and what coaches choose from in drills, answers and homework. */
const refreshMaterials = (utils: Utils) =>
  Promise.all([
    utils.admin.learning.materials.invalidate(),
    utils.learning.invalidate(),
    utils.drills.places.invalidate(),
    utils.questions.places.invalidate(),
    utils.coaching.materials.invalidate(),
    utils.daily.material.invalidate(),
  ]);

/** Invalidates the queries that contain products. */
export function useRefreshProducts(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.admin.products.list.invalidate(),
      utils.admin.products.listArchived.invalidate(),
      utils.admin.products.files.invalidate(),
      utils.admin.payments.search.invalidate(),
      utils.admin.users.grantableProducts.invalidate(),
      utils.shop.invalidate(),
      refreshMaterials(utils),
    ]);
}

/** Invalidates the queries that contain coaching plans. */
export function useRefreshCoachingPlans(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.admin.coachingPlans.list.invalidate(),
      utils.payments.plans.invalidate(),
      refreshMaterials(utils),
    ]);
}
