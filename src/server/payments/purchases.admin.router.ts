import { z } from 'zod';
import { purchaseListInput, purchaseListView } from '../../shared/list-pages.ts';
import { adminPurchaseView } from '../../shared/payments/payments.ts';
import { purchasePageView, searchPurchasesInput } from '../../shared/payments/purchase-list.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { listPurchases } from './checkout/purchases.operations.ts';
import { findPurchasePart, searchPurchases } from './ledger/purchase-list.operations.ts';

export const purchasesAdminRouter = router({
  search: adminProcedure
    .input(searchPurchasesInput)
    .output(purchasePageView)
    .query(({ ctx, input }) => searchPurchases(ctx.deps, ctx.actor, input)),

  all: adminProcedure
    .output(z.array(adminPurchaseView))
    .query(({ ctx }) => listPurchases(ctx.deps, ctx.actor)),

  page: adminProcedure
    .input(purchaseListInput)
    .output(purchaseListView)
    .query(({ ctx, input }) => findPurchasePart(ctx.deps, ctx.actor, input)),
});
