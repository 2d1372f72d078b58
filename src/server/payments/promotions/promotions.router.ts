import { checkPromotionCodeInput, promotionPreviewView } from '../../../shared/payments/promotion-codes.ts';
import { userProcedure } from '../../trpc/trpc.ts';
import { checkPromotionCode } from './promotions.operations.ts';

/** The part of `payments` that is about codes. */
export const promotionProcedures = {
  /** A mutation, as it counts a try, and as a code belongs in no address. */

  checkPromotionCode: userProcedure
    .input(checkPromotionCodeInput)
    .output(promotionPreviewView)
    .mutation(({ ctx, input }) => checkPromotionCode(ctx.deps, ctx.actor, input)),
};
