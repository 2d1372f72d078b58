import { z } from 'zod';
import { bulkDoneView, grantPlansInput } from '../../../shared/admin/bulk-users.ts';
import {
  adminPlanGrantView,
  adminPlansView,
  endRenewalsInput,
  grantPlanInput,
  renewalsEndedView,
  revokeGrantInput,
  subscriptionIdInput,
  subscriptionOnHoldView,
} from '../../../shared/payments/billing.ts';
import {
  announcedPriceView,
  announcePriceInput,
  planAmountsView,
  savePlanAmountsInput,
} from '../../../shared/payments/plan-amounts.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { grantPlan, grantPlans, revokeGrant } from '../grants/grants.operations.ts';
import { getUserPlans } from './my-subscription.operations.ts';
import { listPlanAmounts, savePlanAmounts } from './plan-amounts.operations.ts';
import { announcePrice } from './price-announcements.operations.ts';
import { endRenewalsAsAdmin } from './renewal.operations.ts';
import { listSubscriptionsOnHold, rereadSubscription } from './subscriptions-on-hold.operations.ts';

export const subscriptionsAdminRouter = router({
  planAmounts: adminProcedure
    .output(z.array(planAmountsView))
    .query(({ ctx }) => listPlanAmounts(ctx.deps, ctx.actor)),

  savePlanAmounts: adminProcedure
    .input(savePlanAmountsInput)
    .output(z.array(planAmountsView))
    .mutation(({ ctx, input }) => savePlanAmounts(ctx.deps, ctx.actor, input, ctx.metadata)),

  announcePrice: adminProcedure
    .input(announcePriceInput)
    .output(announcedPriceView)
    .mutation(({ ctx, input }) => announcePrice(ctx.deps, ctx.actor, input, ctx.metadata)),

  ofUser: adminProcedure
    .input(z.object({ userId: z.uuid('Unknown user') }))
    .output(adminPlansView)
    .query(({ ctx, input }) => getUserPlans(ctx.deps, ctx.actor, input.userId)),

  onHold: adminProcedure
    .output(z.array(subscriptionOnHoldView))
    .query(({ ctx }) => listSubscriptionsOnHold(ctx.deps, ctx.actor)),

  reread: adminProcedure
    .input(subscriptionIdInput)
    .output(z.object({ isHeld: z.boolean() }))
    .mutation(({ ctx, input }) =>
      rereadSubscription(ctx.deps, ctx.actor, input.subscriptionId, ctx.metadata),
    ),

  endRenewals: adminProcedure
    .input(endRenewalsInput)
    .output(renewalsEndedView)
    .mutation(({ ctx, input }) => endRenewalsAsAdmin(ctx.deps, ctx.actor, input, ctx.metadata)),

  grantPlan: adminProcedure
    .input(grantPlanInput)
    .output(adminPlanGrantView)
    .mutation(({ ctx, input }) => grantPlan(ctx.deps, ctx.actor, input, ctx.metadata)),

  grantPlans: adminProcedure
    .input(grantPlansInput)
    .output(bulkDoneView)
    .mutation(({ ctx, input }) => grantPlans(ctx.deps, ctx.actor, input, ctx.metadata)),

  revokeGrant: adminProcedure
    .input(revokeGrantInput)
    .output(adminPlanGrantView)
    .mutation(({ ctx, input }) => revokeGrant(ctx.deps, ctx.actor, input, ctx.metadata)),
});
