import { z } from 'zod';
import {
  announcedPriceView,
  announcePriceInput,
  planAmountsView,
  savePlanAmountsInput,
} from '../../shared/payments/plan-amounts.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { checkoutProcedures } from './checkout/checkout.router.ts';
import { promotionProcedures } from './promotions/promotions.router.ts';
import { refundProcedures } from './refunds/refunds.router.ts';
import { listPlanAmounts, savePlanAmounts } from './subscriptions/plan-amounts.operations.ts';
import { announcePrice } from './subscriptions/price-announcements.operations.ts';
import { subscriptionProcedures } from './subscriptions/subscriptions.router.ts';

export const paymentsRouter = router({
  ...checkoutProcedures,
  ...subscriptionProcedures,
  ...refundProcedures,
  ...promotionProcedures,

  adminPlanAmounts: adminProcedure
    .output(z.array(planAmountsView))
    .query(({ ctx }) => listPlanAmounts(ctx.deps, ctx.actor)),

  adminSavePlanAmounts: adminProcedure
    .input(savePlanAmountsInput)
    .output(z.array(planAmountsView))
    .mutation(({ ctx, input }) => savePlanAmounts(ctx.deps, ctx.actor, input, ctx.origin)),

  adminAnnouncePrice: adminProcedure
    .input(announcePriceInput)
    .output(announcedPriceView)
    .mutation(({ ctx, input }) => announcePrice(ctx.deps, ctx.actor, input, ctx.origin)),
});
