import { trpc } from '../../../trpc.ts';
import { refreshChoices } from './refresh-choices.ts';

/**
 * Invalidates the queries that contain products: the admin's lists, the shop, the learning pages and the choices of
 * coaches.
 */
export function useRefreshProducts(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.products.list.invalidate(),
      utils.admin.products.listArchived.invalidate(),
      utils.admin.products.files.invalidate(),
      utils.admin.payments.search.invalidate(),
      utils.admin.learning.materials.invalidate(),
      utils.admin.users.grantableProducts.invalidate(),
      utils.shop.invalidate(),
      utils.learning.invalidate(),
      refreshChoices(utils),
    ]);
  };
}
