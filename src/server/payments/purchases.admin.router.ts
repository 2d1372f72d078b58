import { z } from 'zod';
import { purchaseListInput, purchaseListView } from '../../shared/list-pages.ts';
import { adminPurchaseView } from '../../shared/payments/payments.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { listPurchases, searchPurchases } from './ledger/purchase-list.operations.ts';

export const purchasesAdminRouter = router({
  all: adminProcedure
    .output(z.array(adminPurchaseView))
    .query(({ ctx }) => listPurchases(ctx.deps, ctx.actor)),

  page: adminProcedure
    .input(purchaseListInput)
    .output(purchaseListView)
    .query(({ ctx, input }) => searchPurchases(ctx.deps, ctx.actor, input)),
});
