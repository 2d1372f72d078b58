import { pageInput } from '../../../shared/paging.ts';
import {
  answeredDailyView,
  dailyAnswerInput,
  dailyArchiveView,
  dailyInput,
  dailyMaterialView,
  dailyPlanView,
  dailyView,
  moveDailyInput,
  removeDailyInput,
  saveDailyInput,
} from '../../../shared/practice/daily.ts';
import { coachProcedure, publicProcedure, router } from '../../trpc/trpc.ts';
import { answerDaily, getDaily, listDailyArchive } from './daily.operations.ts';
import {
  listDailyMaterial,
  moveDaily,
  readDailyPlan,
  removeDaily,
  saveDaily,
} from './planning.operations.ts';

export const dailyRouter = router({
  get: publicProcedure
    .input(dailyInput)
    .output(dailyView)
    .query(({ ctx, input }) => getDaily(ctx.deps, ctx.actor, input, ctx.metadata)),

  answer: publicProcedure
    .input(dailyAnswerInput)
    .output(answeredDailyView)
    .mutation(({ ctx, input }) => answerDaily(ctx.deps, ctx.actor, input, ctx.metadata)),

  archive: publicProcedure
    .input(pageInput)
    .output(dailyArchiveView)
    .query(({ ctx, input }) => listDailyArchive(ctx.deps, ctx.actor, input)),

  plan: coachProcedure.output(dailyPlanView).query(({ ctx }) => readDailyPlan(ctx.deps, ctx.actor)),

  material: coachProcedure
    .output(dailyMaterialView)
    .query(({ ctx }) => listDailyMaterial(ctx.deps, ctx.actor)),

  save: coachProcedure
    .input(saveDailyInput)
    .mutation(({ ctx, input }) => saveDaily(ctx.deps, ctx.actor, input, ctx.metadata)),

  move: coachProcedure
    .input(moveDailyInput)
    .mutation(({ ctx, input }) => moveDaily(ctx.deps, ctx.actor, input, ctx.metadata)),

  remove: coachProcedure
    .input(removeDailyInput)
    .mutation(({ ctx, input }) => removeDaily(ctx.deps, ctx.actor, input, ctx.metadata)),
});
