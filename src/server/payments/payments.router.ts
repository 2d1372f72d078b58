import {
  checkoutSessionInput,
  checkoutSessionView,
  completedPurchaseView,
  createPurchaseSessionInput,
  purchaseSessionView,
  verifiedSubscriptionView,
} from '../../shared/payments.ts';
import { router, userProcedure } from '../trpc/trpc.ts';
import { startCheckout } from './checkout.operations.ts';
import { completePurchase, getCheckoutSession, verifySubscription } from './purchases.operations.ts';

export const paymentsRouter = router({
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
});
