import { z } from 'zod';
import {
  adminPlanGrantView,
  adminPlansView,
  changePlanInput,
  grantPlanInput,
  heldSubscriptionView,
  hostedPageView,
  mySubscriptionView,
  planChangeView,
  planInput,
  planOfferView,
  revokeGrantInput,
  subscriptionChangedView,
  subscriptionIdInput,
} from '../../../shared/payments/billing.ts';
import {
  announcedPriceView,
  announcePriceInput,
  planAmountsView,
  savePlanAmountsInput,
} from '../../../shared/payments/plan-amounts.ts';
import { adminProcedure, publicProcedure, userProcedure } from '../../trpc/trpc.ts';
import { grantPlan, revokeGrant } from '../grants/grants.operations.ts';
import { listPlanOffers } from '../plans/plans.operations.ts';
import { getMySubscription, getUserPlans } from './my-subscription.operations.ts';
import { listPlanAmounts, savePlanAmounts } from './plan-amounts.operations.ts';
import { changePlan, previewPlanChange } from './plan-change.operations.ts';
import { announcePrice } from './price-announcements.operations.ts';
import { cancelSubscription, openBillingPortal, resumeSubscription } from './renewal.operations.ts';
import { listHeldSubscriptions, rereadSubscription } from './subscriptions-on-hold.operations.ts';

/** The part of `payments` that is about plans. */
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

  adminUserPlans: adminProcedure
    .input(z.object({ userId: z.uuid('Unknown user') }))
    .output(adminPlansView)
    .query(({ ctx, input }) => getUserPlans(ctx.deps, ctx.actor, input.userId)),

  adminHeldSubscriptions: adminProcedure
    .output(z.array(heldSubscriptionView))
    .query(({ ctx }) => listHeldSubscriptions(ctx.deps, ctx.actor)),

  adminRereadSubscription: adminProcedure
    .input(subscriptionIdInput)
    .output(z.object({ isHeld: z.boolean() }))
    .mutation(({ ctx, input }) => rereadSubscription(ctx.deps, ctx.actor, input.subscriptionId)),

  adminGrantPlan: adminProcedure
    .input(grantPlanInput)
    .output(adminPlanGrantView)
    .mutation(({ ctx, input }) => grantPlan(ctx.deps, ctx.actor, input, ctx.origin)),

  adminRevokeGrant: adminProcedure
    .input(revokeGrantInput)
    .output(adminPlanGrantView)
    .mutation(({ ctx, input }) => revokeGrant(ctx.deps, ctx.actor, input, ctx.origin)),

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
};
