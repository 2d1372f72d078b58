import { z } from 'zod';
import {
  clearCoachingPlanFileInput,
  coachingPlanSlotInput,
  coachingPlanSlotView,
} from '../../shared/shop/coaching-pdfs.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import {
  clearCoachingPlanFile,
  listCoachingPlanSlots,
  saveCoachingPlanSlot,
} from './coaching-plan-slots.operations.ts';

export const coachingPlansAdminRouter = router({
  list: adminProcedure
    .output(z.array(coachingPlanSlotView))
    .query(({ ctx }) => listCoachingPlanSlots(ctx.deps, ctx.actor)),

  save: adminProcedure
    .input(coachingPlanSlotInput)
    .output(coachingPlanSlotView)
    .mutation(({ ctx, input }) => saveCoachingPlanSlot(ctx.deps, ctx.actor, input, ctx.metadata)),

  clearFile: adminProcedure
    .input(clearCoachingPlanFileInput)
    .output(coachingPlanSlotView)
    .mutation(({ ctx, input }) => clearCoachingPlanFile(ctx.deps, ctx.actor, input, ctx.metadata)),
});
