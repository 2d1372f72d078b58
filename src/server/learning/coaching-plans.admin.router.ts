import { z } from 'zod';
import {
  coachingCoachingPlanSlotIdInput,
  coachingCoachingPlanSlotInput,
  coachingCoachingPlanSlotView,
} from '../../shared/shop/coaching-pdfs.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import {
  clearCoachingPlanFile,
  listCoachingPlanSlots,
  saveCoachingPlanSlot,
} from './coaching-plan-slots.operations.ts';

export const coachingPlansAdminRouter = router({
  list: adminProcedure
    .output(z.array(coachingCoachingPlanSlotView))
    .query(({ ctx }) => listCoachingPlanSlots(ctx.deps, ctx.actor)),

  save: adminProcedure
    .input(coachingCoachingPlanSlotInput)
    .output(coachingCoachingPlanSlotView)
    .mutation(({ ctx, input }) => saveCoachingPlanSlot(ctx.deps, ctx.actor, input, ctx.origin)),

  clearFile: adminProcedure
    .input(coachingCoachingPlanSlotIdInput)
    .output(coachingCoachingPlanSlotView)
    .mutation(({ ctx, input }) => clearCoachingPlanFile(ctx.deps, ctx.actor, input.pdfNumber, ctx.origin)),
});
