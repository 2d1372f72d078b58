import { z } from 'zod';
import { planSlotIdInput, planSlotInput, planSlotView } from '../../shared/shop/coaching-pdfs.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { clearPlanFile, listPlanSlots, savePlanSlot } from './plan-slots.operations.ts';

export const coachingPlansAdminRouter = router({
  list: adminProcedure.output(z.array(planSlotView)).query(({ ctx }) => listPlanSlots(ctx.deps, ctx.actor)),

  save: adminProcedure
    .input(planSlotInput)
    .output(planSlotView)
    .mutation(({ ctx, input }) => savePlanSlot(ctx.deps, ctx.actor, input, ctx.origin)),

  clearFile: adminProcedure
    .input(planSlotIdInput)
    .output(planSlotView)
    .mutation(({ ctx, input }) => clearPlanFile(ctx.deps, ctx.actor, input.pdfNumber, ctx.origin)),
});
