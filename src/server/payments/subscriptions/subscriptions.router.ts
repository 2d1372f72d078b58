import { z } from 'zod';
import {
  changePlanInput,
  hostedPageView,
  mySubscriptionView,
  planChangeView,
  planInput,
  planOfferView,
  subscriptionChangedView,
} from '../../../shared/payments/billing.ts';
import { publicProcedure, userProcedure } from '../../trpc/trpc.ts';
import { listPlanOffers } from '../plans/plans.operations.ts';
import { getMySubscription } from './my-subscription.operations.ts';
import { changePlan, previewPlanChange } from './plan-change.operations.ts';
import { cancelSubscription, openBillingPortal, resumeSubscription } from './renewal.operations.ts';

/** The procedures of the `payments` router for plans and for the user's own subscription. */
export const subscriptionProcedures = {
  plans: publicProcedure.output(z.array(planOfferView)).query(({ ctx }) => listPlanOffers(ctx.deps)),

  mySubscription: userProcedure
    .output(mySubscriptionView)
    .query(({ ctx }) => getMySubscription(ctx.deps, ctx.actor)),

  previewPlanChange: userProcedure
    .input(planInput)
    .output(planChangeView)
    .query(({ ctx, input }) => previewPlanChange(ctx.deps, ctx.actor, input.plan)),

  changePlan: userProcedure
    .input(changePlanInput)
    .output(subscriptionChangedView)
    .mutation(({ ctx, input }) => changePlan(ctx.deps, ctx.actor, input)),

  cancelSubscription: userProcedure
    .output(subscriptionChangedView)
    .mutation(({ ctx }) => cancelSubscription(ctx.deps, ctx.actor)),

  resumeSubscription: userProcedure
    .output(subscriptionChangedView)
    .mutation(({ ctx }) => resumeSubscription(ctx.deps, ctx.actor)),

  billingPortal: userProcedure
    .output(hostedPageView)
    .mutation(({ ctx }) => openBillingPortal(ctx.deps, ctx.actor)),
};
