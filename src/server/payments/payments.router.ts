import { z } from 'zod';
import {
  checkoutSessionInput,
  checkoutSessionView,
  completedPurchaseView,
  createPurchaseSessionInput,
  purchaseSessionView,
  unconfirmedPaymentView,
  verifiedSubscriptionView,
} from '../../shared/payments/payments.ts';
import {
  announcedPriceView,
  announcePriceInput,
  planAmountsView,
  savePlanAmountsInput,
} from '../../shared/payments/plan-amounts.ts';
import { adminProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { startCheckout } from './checkout/purchase-checkout.operations.ts';
import { completePurchase, getCheckoutSession, verifySubscription } from './checkout/purchases.operations.ts';
import { listUnconfirmedPayments } from './checkout/unconfirmed.operations.ts';
import { promotionProcedures } from './promotions/promotions.router.ts';
import { refundProcedures } from './refunds/refunds.router.ts';
import { listPlanAmounts, savePlanAmounts } from './subscriptions/plan-amounts.operations.ts';
import { announcePrice } from './subscriptions/price-announcements.operations.ts';
import { subscriptionProcedures } from './subscriptions/subscriptions.router.ts';

export const paymentsRouter = router({
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

  createPurchaseSession: userProcedure
    .input(createPurchaseSessionInput)
    .output(purchaseSessionView)
    .mutation(({ ctx, input }) => startCheckout(ctx.deps, ctx.actor, input)),

  completePurchase: userProcedure
    .input(checkoutSessionInput)
    .output(completedPurchaseView)
    .mutation(({ ctx, input }) => completePurchase(ctx.deps, ctx.actor, input)),

  verifySubscription: userProcedure
    .input(checkoutSessionInput)
    .output(verifiedSubscriptionView)
    .mutation(({ ctx, input }) => verifySubscription(ctx.deps, ctx.actor, input)),

  checkoutSession: userProcedure
    .input(checkoutSessionInput)
    .output(checkoutSessionView)
    .query(({ ctx, input }) => getCheckoutSession(ctx.deps, ctx.actor, input.sessionId)),

  myUnconfirmedPayments: userProcedure
    .output(z.array(unconfirmedPaymentView))
    .query(({ ctx }) => listUnconfirmedPayments(ctx.deps, ctx.actor)),
});
