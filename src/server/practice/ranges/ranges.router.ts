import {
  publishRangeInput,
  rangeIdInput,
  rangeListView,
  rangeView,
  removeRangeInput,
  restoreRangeInput,
  savedRangeView,
  saveRangeInput,
  setRangeWithdrawnInput,
  trainAnswerInput,
  trainAnswerView,
  trainingView,
} from '../../../shared/practice/ranges.ts';
import { router, userProcedure } from '../../trpc/trpc.ts';
import {
  answerTraining,
  getRange,
  listRanges,
  publishRange,
  removeRange,
  restoreRange,
  saveRange,
  setRangeWithdrawn,
  startTraining,
} from './ranges.operations.ts';

/** For the user's own ranges and, if the user is a coach, those of the academy. The operations check the difference. */
export const rangesRouter = router({
  list: userProcedure.output(rangeListView).query(({ ctx }) => listRanges(ctx.deps, ctx.actor)),

  get: userProcedure
    .input(rangeIdInput)
    .output(rangeView)
    .query(({ ctx, input }) => getRange(ctx.deps, ctx.actor, input.id)),

  save: userProcedure
    .input(saveRangeInput)
    .output(savedRangeView)
    .mutation(({ ctx, input }) => saveRange(ctx.deps, ctx.actor, input, ctx.metadata)),

  publish: userProcedure
    .input(publishRangeInput)
    .mutation(({ ctx, input }) => publishRange(ctx.deps, ctx.actor, input, ctx.metadata)),

  setWithdrawn: userProcedure
    .input(setRangeWithdrawnInput)
    .mutation(({ ctx, input }) => setRangeWithdrawn(ctx.deps, ctx.actor, input, ctx.metadata)),

  restore: userProcedure
    .input(restoreRangeInput)
    .mutation(({ ctx, input }) => restoreRange(ctx.deps, ctx.actor, input)),

  remove: userProcedure
    .input(removeRangeInput)
    .mutation(({ ctx, input }) => removeRange(ctx.deps, ctx.actor, input)),

  train: userProcedure
    .input(rangeIdInput)
    .output(trainingView)
    .mutation(({ ctx, input }) => startTraining(ctx.deps, ctx.actor, input.id)),

  trainAnswer: userProcedure
    .input(trainAnswerInput)
    .output(trainAnswerView)
    .mutation(({ ctx, input }) => answerTraining(ctx.deps, ctx.actor, input)),
});
