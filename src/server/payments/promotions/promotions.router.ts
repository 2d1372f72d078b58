import { checkPromotionCodeInput, promotionPreviewView } from '../../../shared/payments/promotion-codes.ts';
import { userProcedure } from '../../trpc/trpc.ts';
import { checkPromotionCode } from './promotions.operations.ts';

export const promotionProcedures = {
  /** A mutation, because it counts an attempt and the code must not appear in a URL. */
  checkPromotionCode: userProcedure
    .input(checkPromotionCodeInput)
    .output(promotionPreviewView)
    .mutation(({ ctx, input }) => checkPromotionCode(ctx.deps, ctx.actor, input)),
};
