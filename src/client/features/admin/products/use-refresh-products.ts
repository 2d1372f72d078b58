import { trpc } from '../../../trpc.ts';

/** Invalidates every list that contains products. */
export function useRefreshProducts(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.products.list.invalidate(),
      utils.admin.products.listArchived.invalidate(),
      utils.admin.products.files.invalidate(),
      utils.admin.payments.search.invalidate(),
      utils.shop.invalidate(),
      utils.learning.invalidate(),
    ]);
  };
}
