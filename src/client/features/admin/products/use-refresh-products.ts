import { trpc } from '../../../trpc.ts';

/** Forgets every list that a product stands in. */
export function useRefreshProducts(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.listProducts.invalidate(),
      utils.admin.listArchivedProducts.invalidate(),
      utils.admin.productFiles.invalidate(),
      utils.admin.searchPurchases.invalidate(),
      utils.shop.invalidate(),
      utils.learning.invalidate(),
    ]);
  };
}
