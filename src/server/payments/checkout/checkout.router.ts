import { z } from 'zod';
import { hostedPageView } from '../../../shared/payments/billing.ts';
import {
  checkoutSessionInput,
  checkoutSessionView,
  completedPurchaseView,
  createPurchaseSessionInput,
  purchaseSessionView,
  unconfirmedPaymentView,
  verifiedSubscriptionView,
} from '../../../shared/payments/payments.ts';
import { createSubscriptionSessionInput } from '../../../shared/payments/promotion-codes.ts';
import { userProcedure } from '../../trpc/trpc.ts';
import { startCheckout } from './purchase-checkout.operations.ts';
import { completePurchase, getCheckoutSession, verifySubscription } from './purchases.operations.ts';
import { startSubscription } from './subscription-checkout.operations.ts';
import { listUnconfirmedPayments } from './unconfirmed.operations.ts';

export const checkoutProcedures = {
  createPurchaseSession: userProcedure
    .input(createPurchaseSessionInput)
    .output(purchaseSessionView)
    .mutation(({ ctx, input }) => startCheckout(ctx.deps, ctx.actor, input)),

  createSubscriptionSession: userProcedure
    .input(createSubscriptionSessionInput)
    .output(hostedPageView)
    .mutation(({ ctx, input }) => startSubscription(ctx.deps, ctx.actor, input)),

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
};
