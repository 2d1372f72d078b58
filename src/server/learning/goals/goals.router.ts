import { z } from 'zod';
import {
  goalDayInput,
  goalDayView,
  goalRangeInput,
  importGoalsInput,
  importGoalsView,
  resultsView,
  saveGoalInput,
  studyDayView,
  timeZoneInput,
  todayView,
} from '../../../shared/learning/goals.ts';
import { router, userProcedure } from '../../trpc/trpc.ts';
import {
  getDay,
  getResults,
  getToday,
  listDays,
  listStudyDays,
  saveDay,
  setTimeZone,
} from './goals.operations.ts';
import { exportCsv, importCsv } from './goals-csv.operations.ts';

export const goalsRouter = router({
  today: userProcedure.output(todayView).query(({ ctx }) => getToday(ctx.deps, ctx.actor)),

  day: userProcedure
    .input(goalDayInput)
    .output(goalDayView)
    .query(({ ctx, input }) => getDay(ctx.deps, ctx.actor, input.date)),

  list: userProcedure
    .input(goalRangeInput)
    .output(z.array(goalDayView))
    .query(({ ctx, input }) => listDays(ctx.deps, ctx.actor, input)),

  studyDays: userProcedure
    .input(goalRangeInput)
    .output(z.array(studyDayView))
    .query(({ ctx, input }) => listStudyDays(ctx.deps, ctx.actor, input)),

  save: userProcedure
    .input(saveGoalInput)
    .output(goalDayView)
    .mutation(({ ctx, input }) => saveDay(ctx.deps, ctx.actor, input)),

  results: userProcedure
    .input(goalRangeInput)
    .output(resultsView)
    .query(({ ctx, input }) => getResults(ctx.deps, ctx.actor, input)),

  setTimeZone: userProcedure
    .input(timeZoneInput)
    .output(timeZoneInput)
    .mutation(({ ctx, input }) => setTimeZone(ctx.deps, ctx.actor, input.timeZone)),

  exportCsv: userProcedure.output(z.string()).query(({ ctx }) => exportCsv(ctx.deps, ctx.actor)),

  importCsv: userProcedure
    .input(importGoalsInput)
    .output(importGoalsView)
    .mutation(({ ctx, input }) => importCsv(ctx.deps, ctx.actor, input.csv)),
});
