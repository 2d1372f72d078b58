import {
  adminPromotionCodesView,
  adminPromotionCodeView,
  createPromotionCodeInput,
  promotionCodeIdInput,
  promotionCodesInput,
  promotionRedemptionsInput,
  promotionRedemptionsView,
} from '../../../shared/payments/promotion-codes.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import {
  createPromotionCode,
  endPromotionCode,
  listPromotionCodes,
  listRedemptions,
} from './promotions-admin.operations.ts';

export const promotionsAdminRouter = router({
  list: adminProcedure
    .input(promotionCodesInput)
    .output(adminPromotionCodesView)
    .query(({ ctx, input }) => listPromotionCodes(ctx.deps, ctx.actor, input)),

  create: adminProcedure
    .input(createPromotionCodeInput)
    .output(adminPromotionCodeView)
    .mutation(({ ctx, input }) => createPromotionCode(ctx.deps, ctx.actor, input, ctx.metadata)),

  end: adminProcedure
    .input(promotionCodeIdInput)
    .output(adminPromotionCodeView)
    .mutation(({ ctx, input }) => endPromotionCode(ctx.deps, ctx.actor, input.id, ctx.metadata)),

  redemptions: adminProcedure
    .input(promotionRedemptionsInput)
    .output(promotionRedemptionsView)
    .query(({ ctx, input }) => listRedemptions(ctx.deps, ctx.actor, input)),
});
