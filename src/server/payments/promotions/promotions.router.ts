import {
  adminPromotionCodesView,
  adminPromotionCodeView,
  checkPromotionCodeInput,
  createPromotionCodeInput,
  promotionCodeIdInput,
  promotionPreviewView,
  promotionRedemptionsInput,
  promotionRedemptionsView,
} from '../../../shared/payments/promotion-codes.ts';
import { adminProcedure, userProcedure } from '../../trpc/trpc.ts';
import { checkPromotionCode } from './promotions.operations.ts';
import {
  createPromotionCode,
  endPromotionCode,
  listPromotionCodes,
  listRedemptions,
} from './promotions-admin.operations.ts';

/** The part of `payments` that is about codes. */
export const promotionProcedures = {
  /** A mutation, as it counts a try, and as a code belongs in no address. */
  checkPromotionCode: userProcedure
    .input(checkPromotionCodeInput)
    .output(promotionPreviewView)
    .mutation(({ ctx, input }) => checkPromotionCode(ctx.deps, ctx.actor, input)),
};

/** The part of `admin` that is about codes. */
export const promotionAdminProcedures = {
  promotionCodes: adminProcedure
    .output(adminPromotionCodesView)
    .query(({ ctx }) => listPromotionCodes(ctx.deps, ctx.actor)),

  createPromotionCode: adminProcedure
    .input(createPromotionCodeInput)
    .output(adminPromotionCodeView)
    .mutation(({ ctx, input }) => createPromotionCode(ctx.deps, ctx.actor, input, ctx.origin)),

  endPromotionCode: adminProcedure
    .input(promotionCodeIdInput)
    .output(adminPromotionCodeView)
    .mutation(({ ctx, input }) => endPromotionCode(ctx.deps, ctx.actor, input.id, ctx.origin)),

  promotionCodeRedemptions: adminProcedure
    .input(promotionRedemptionsInput)
    .output(promotionRedemptionsView)
    .query(({ ctx, input }) => listRedemptions(ctx.deps, ctx.actor, input)),
};
